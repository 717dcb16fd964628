import type { LogLevel } from '../../../types.js';

/** MCP's levels of severity, from the least to the most severe. */
export const levels: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Whether `level` is at least as severe as `least`. */
export const isAtLeast = (level: LogLevel, least: LogLevel): boolean => levels.indexOf(level) >= levels.indexOf(least);
