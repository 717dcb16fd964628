/** The instances to publish, for `toolmark serve|list|call samples/atlas/tools.ts`. */
import { AtlasService } from './atlas.service.js';
import { PlaceIndex } from './places.js';

export default new AtlasService(new PlaceIndex());
