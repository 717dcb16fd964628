/** More decorated classes in the same process, as a large application has them. */
import { IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';

/** Kept, so that they stay as alive as an application's classes. */
const crowd: object[] = [];

export function makeClasses(count: number): void {
  for (let index = 0; index < count; index++) {
    const type = { [`Crowd${index}`]: class {} }[`Crowd${index}`] as new () => object;
    for (const decorate of [IsString(), Length(1, 80)]) decorate(type.prototype as object, 'name');
    for (const decorate of [IsInt(), Min(0), Max(1000)]) decorate(type.prototype as object, 'count');
    for (const decorate of [IsOptional(), IsString()]) decorate(type.prototype as object, 'note');
    crowd.push(type);
  }
}
