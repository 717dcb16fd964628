/** Resources: fixed, from a template, and one that can be watched. */
import { complete, resource } from 'toolmark';
import { redPixel } from './fixtures.js';

export class ResourceService {
  /** A static text resource for testing. */
  @resource('test://static-text', { name: 'Static Text Resource', mimeType: 'text/plain' })
  staticText(): string {
    return 'This is the content of the static text resource.';
  }

  /** A static binary resource (image) for testing. */
  @resource('test://static-binary', { name: 'Static Binary Resource', mimeType: 'image/png' })
  staticBinary(): Uint8Array {
    return Buffer.from(redPixel, 'base64');
  }

  /** A resource that a client can subscribe to. */
  @resource('test://watched-resource', { name: 'Watched Resource', mimeType: 'text/plain' })
  watched(): string {
    return 'Watched resource content';
  }

  /**
   * A resource template with parameter substitution.
   * @param id any text
   */
  @resource('test://template/{id}/data', { name: 'Resource Template', mimeType: 'application/json' })
  templated(id: string): { id: string; templateTest: boolean; data: string } {
    return { id, templateTest: true, data: `Data for ID: ${id}` };
  }

  @complete({ resource: 'test://template/{id}/data', argument: 'id' })
  identifiers(value: string): string[] {
    return ['123', '124', '456'].filter((one) => one.startsWith(value));
  }
}
