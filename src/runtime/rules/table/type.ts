/** Rules that name a type; they count where the declared type leaves it open. */
import { type Narrowing, primitives, type Primitive, type RuleTable, show } from './entry.js';

/** The values of a TypeScript enum, without the names that a numeric enum maps back to. */
function enumValues(entity: unknown): Primitive[] {
  if (typeof entity !== 'object' || entity === null) return [];
  const members = entity as Record<string, unknown>;
  const isReverse = (key: string): boolean => {
    const name = members[key];
    return typeof name === 'string' && typeof members[name] === 'number' && String(members[name]) === key;
  };
  return primitives(
    Object.keys(members)
      .filter((key) => !isReverse(key))
      .map((key) => members[key]),
  );
}

function isEnum([entity]: readonly unknown[]): Narrowing {
  const values = enumValues(entity);
  return values.length > 0 ? { values } : { partly: true };
}

export const typeRules: RuleTable = {
  IsBoolean: {
    exact: true,
    advertised: '`type: boolean`',
    narrow: () => ({ types: ['boolean'] }),
    describe: () => 'Must be true or false.',
  },
  IsString: { exact: true, advertised: '`type: string`', narrow: () => ({ types: ['string'] }), describe: () => 'Must be text.' },
  IsArray: { exact: true, advertised: '`type: array`', narrow: () => ({ types: ['array'] }), describe: () => 'Must be an array.' },
  IsObject: { exact: true, advertised: '`type: object`', narrow: () => ({ types: ['object'] }), describe: () => 'Must be an object.' },
  IsEnum: {
    exact: true,
    advertised: '`enum`',
    narrow: isEnum,
    describe: ([entity]) => `Must be one of ${show(enumValues(entity))}.`,
    stricter: 'the member names of a numeric enum are refused; bare class-validator accepts them beside the values',
  },
};
