/** The tools of the samples in this folder: those of the atlas. */
import { ToolRegistry } from 'toolmark';
import { AtlasService } from '../atlas/atlas.service.js';
import { PlaceIndex } from '../atlas/places.js';
import manifest from '../atlas/toolmark.generated.js';

export const registry = new ToolRegistry({ manifest }).register(new AtlasService(new PlaceIndex()));

export const question = 'Which cities lie within 30 km of 48.86 degrees north, 2.35 degrees east?';
