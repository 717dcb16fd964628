import type { Constructor } from '../../types.js';
export interface RuleOptions {
  groups?: string[];
  always?: boolean;
  strictGroups?: boolean;
}
/** Whether the class, or one it extends, has any rule. */
export function hasRules(owner: Constructor): boolean {
  return owner === undefined;
}
/** Whether any rule of the class, or of one reached through ValidateNested, may be asynchronous. */
export function hasAsyncRules(owner: Constructor): boolean {
  return owner === undefined;
}
