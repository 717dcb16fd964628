/** What the service inherits and what it is given. */
import { tool } from 'toolmark';

export class Prices {
  of(article: string): number {
    if (article === 'void') throw new Error('no such article');
    return article.length;
  }
}

export class JournalService {
  private readonly lines: string[] = [];

  /** The last entries. */
  @tool()
  journal(last = 5): string[] {
    return this.lines.slice(-last);
  }

  /** How many entries there are. */
  @tool({ name: 'entries' })
  countEntries(): number {
    return this.lines.length;
  }

  protected note(line: string): void {
    this.lines.push(line);
  }
}
