/** The tool that every contender serves: a flat object of validated fields in, a small object out, and its schemas for whom wants what. */
import { z } from 'zod';

export type Board = 'room' | 'half' | 'full';

export interface BookingRequest {
  hotel: string;
  city: string;
  nights: number;
  rate: number;
  board: Board;
  refundable?: boolean;
}

export interface Booking {
  reference: string;
  nights: number;
  total: number;
  refundable: boolean;
}

export const toolName = 'book';
export const description = 'Book a hotel room.';

export function book({ hotel, nights, rate, board, refundable = false }: BookingRequest): Booking {
  const extra = board === 'room' ? 0 : board === 'half' ? 20 : 35;
  return { reference: `${hotel}-${nights}`, nights, total: nights * (rate + extra), refundable };
}

export const inputSchema = {
  type: 'object' as const,
  properties: {
    hotel: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$', description: 'code of the hotel' },
    city: { type: 'string', minLength: 1, maxLength: 80, description: 'where it is' },
    nights: { type: 'integer', minimum: 1, maximum: 30, description: 'how many' },
    rate: { type: 'number', minimum: 0, maximum: 5000, description: 'euros a night' },
    board: { type: 'string', enum: ['room', 'half', 'full'], description: 'which meals' },
    refundable: { type: 'boolean', description: 'may be cancelled' },
  },
  required: ['hotel', 'city', 'nights', 'rate', 'board'],
  additionalProperties: false,
};

export const outputSchema = {
  type: 'object' as const,
  properties: {
    reference: { type: 'string' },
    nights: { type: 'number' },
    total: { type: 'number' },
    refundable: { type: 'boolean' },
  },
  required: ['reference', 'nights', 'total', 'refundable'],
  additionalProperties: false,
};

export const input = z.strictObject({
  hotel: z
    .string()
    .regex(/^[A-Z]{3}-\d{4}$/)
    .describe('code of the hotel'),
  city: z.string().min(1).max(80).describe('where it is'),
  nights: z.int().min(1).max(30).describe('how many'),
  rate: z.number().min(0).max(5000).describe('euros a night'),
  board: z.enum(['room', 'half', 'full']).describe('which meals'),
  refundable: z.boolean().optional().describe('may be cancelled'),
});

export const output = z.strictObject({
  reference: z.string(),
  nights: z.number(),
  total: z.number(),
  refundable: z.boolean(),
});

/** A result of MCP, with the text for clients that read no structured content. */
export const resultOf = (booking: Booking) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(booking) }],
  structuredContent: { ...booking },
});

/** The names of `count` tools that differ in nothing else. */
export const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? toolName : `${toolName}_${index}`));
