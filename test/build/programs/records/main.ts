export interface User { id: number; name: string }
export enum Size { Small = 's', Large = 'l' }
export function records(
  open: Record<string, unknown>,
  typed: Record<string, User>,
  known: { id: string; [key: string]: string | number },
  byNumber: Record<number, string>,
  byEnum: Record<Size, number>,
  some: Partial<Record<Size, number>>,
  data: { [key: `data-${string}`]: number; id: string },
  empty: Record<string, never>,
  symbols: { [key: symbol]: string; x: 1 },
  anything: {},
  any: object,
): void {}
