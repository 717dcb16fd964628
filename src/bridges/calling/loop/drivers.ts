/** The clients that are known. Each bridge of a native API adds its entry here. */
import type { DriverEntry } from './driver.js';

/** The first that fits drives; the more special ones stand first. */
export const drivers: readonly DriverEntry[] = [];
