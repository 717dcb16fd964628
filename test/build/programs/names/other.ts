export interface Address { zip: number }
