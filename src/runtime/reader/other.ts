/** Whatever no other reading knows: it is checked and made the long way, alone. */
import { refused, type Read, type Reading, type State } from './reading.js';
import type { Writer } from './writer.js';

/** Checks and makes a value; `refused` for what does not fit. @param depth levels of the arguments above the value */
export type ReadLong = (value: unknown, state: State, depth: number) => unknown;

export class OtherReading implements Reading {
  constructor(
    private readonly depth: number,
    private readonly readLong: ReadLong,
  ) {}

  close(): Read {
    const { readLong, depth } = this;
    return (value, state) => (value === undefined ? refused : readLong(value, state, state.depth + depth));
  }

  write(writer: Writer, value: string): string {
    const made = writer.keep(`${writer.constant(this.readLong)}(${value}, s, s.depth + ${this.depth})`);
    writer.refuseIf(`${made} === F`);
    return made;
  }
}
