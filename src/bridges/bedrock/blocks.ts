/** Calls as blocks of Converse. */
import type { ContentBlock } from '@aws-sdk/client-bedrock-runtime';
import { objectArguments } from '../calling/arguments.js';
import type { RawCall } from '../calling/shapes.js';
import { wireCallId } from './ids.js';
import type { Json } from './types.js';

export const callBlock = ({ id = '', name, args }: RawCall): ContentBlock => ({
  toolUse: { toolUseId: wireCallId(id), name, input: objectArguments(args) as Json },
});
