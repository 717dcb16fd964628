import * as Other from './other';
interface Address { street: string }
interface Page<T> { items: T[]; total: number }
interface User { id: number }
namespace Inner { export interface Address { inner: boolean } }
export function names(here: Address, there: Other.Address, inner: Inner.Address, users: Page<User>, nested: Page<Page<string>>): void {}
