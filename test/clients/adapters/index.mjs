// Every client that is used; each has a name and connects to a target.
import { aiSdk } from './ai-sdk.mjs';
import { inspector } from './inspector.mjs';
import { langchain } from './langchain.mjs';
import { sdkV1 } from './sdk-v1.mjs';
import { sdkV2 } from './sdk-v2.mjs';

export const clients = [sdkV1, ...sdkV2, langchain, aiSdk, inspector];
