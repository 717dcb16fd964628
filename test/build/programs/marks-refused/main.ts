import { complete, prompt, resource, type PromptOptions } from 'toolmark';

interface Deep {
  inner: { x: number };
}
const options: PromptOptions = { name: 'hidden' };

export class Wrong {
  @resource('no-scheme') noScheme(): string { return ''; }
  @resource('app://{a') braces(): string { return ''; }
  @resource('app://{a b}') noVariable(): string { return ''; }
  @resource('app://{id}') missing(): string { return ''; }
  @resource('app://{id}') needs(id: string, more: number): string { return id + more; }
  @resource('app://list/{id}') list(id: string[]): string { return id.join(); }
  @resource('app://deep/{id}') deep(id: Deep): string { return String(id); }
  @resource('app://lists/{id*}') lists(id: string): string { return id; }
  @resource('app://sure/{id*}') sure(id: number[]): string { return id.join(); }
  @resource('app://nothing') nothing(): void {}
  @resource('app://rest{?words*}') rest(...words: string[]): string { return words.join(); }
  @resource('app://nothing') async twice(): Promise<void> {}
  @resource('app://options', { nam: 'x', size: -1, mimeType: 3 } as object) options(): string { return ''; }

  @prompt() nested(deep: Deep, name: string): string { return name + deep; }
  @prompt() union(x: string | Deep, m: Map<string, number>): string { return `${x} ${m}`; }
  @prompt() words(...all: string[]): string { return all.join(); }
  @prompt() silent(): undefined { return undefined; }
  @prompt({ name: 'a b' }) named(): string { return ''; }
  @prompt() static fixed(): string { return ''; }
  @prompt() field = 1;
  @resource('app://private') private own(): string { return ''; }
  @prompt({ title: 'x', strict: true } as object) unknown(): string { return ''; }

  @complete({ prompt: 'nowhere', argument: 'x' }) nowhere(value: string): string[] { return [value]; }
  @complete({ prompt: 'nested', argument: 'nam' }) argument(value: string): string[] { return [value]; }
  @complete({ resource: 'app://list/{id}', argument: 'is' }) variable(value: string): string[] { return [value]; }
  @complete({ resource: 'app://gone/{id}', argument: 'id' }) gone(value: string): string[] { return [value]; }
  @complete({ prompt: 'nested', argument: 'name' }) first(value: number): string[] { return [String(value)]; }
  @complete({ prompt: 'nested', argument: 'name' }) again(value: string): string[] { return [value]; }
  @complete({ prompt: 'nested', argument: 'deep' }) get accessor(): string { return ''; }
}

/** The names of its prompts cannot be read, so a completion may be for one of them. */
export class Unknown {
  @prompt(options) one(name: string): string { return name; }
  @complete({ prompt: 'hidden', argument: 'name' }) names(value: string): string[] { return [value]; }
}

/** Has nothing to complete. */
export class Alone {
  @complete({ prompt: 'one', argument: 'name' }) names(value: string): string[] { return [value]; }
}

class OnlyCompletes {
  @complete({ prompt: 'elsewhere', argument: 'name' }) names(value: string): string[] { return [value]; }
}
void OnlyCompletes;
class Hidden {
  @prompt() one(name: string): string { return name; }
}
@(prompt as never)
export class Marked {
  @prompt() one(name: string): string { return name; }
}
void Hidden;
