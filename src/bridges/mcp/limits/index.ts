/** What a server spends on its clients: the table of limits, the gate that calls pass, and the rate of one caller. */
export { Gate, type Release } from './gate.js';
export { OverloadedError } from './overloaded.js';
export { RateLimit } from './rate.js';
export { type LimitEntry, limitTable, type Rate, resolveLimits, type ServerLimits } from './table.js';
