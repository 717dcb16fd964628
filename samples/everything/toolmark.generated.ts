/* eslint-disable */
// Written by 'toolmark build' from the sources listed below. Do not edit: run it again instead.
import { type ContractSchema, defineManifest, type ToolContract, type ToolManifest } from 'toolmark';
import { ContentService } from './content.service.js';
import { LatePrompts, LateTools } from './late.service.js';
import { PromptService, background } from './prompts.service.js';
import { Contact, Profile, QuestionService, RoundsService, account, colour, consent, name } from './questions.service.js';
import { ResourceService } from './resources.service.js';
import { RunningService } from './running.service.js';

const manifest: ToolManifest = defineManifest({
  version: 1,
  sources: {
    'content.service.ts': 'd5cb528e1f00f40f',
    'late.service.ts': '3bc7196d6427f880',
    'prompts.service.ts': '3bb98dd18859935d',
    'questions.service.ts': '5022ce9867e6ac53',
    'resources.service.ts': 'a0806e8a5285d77a',
    'running.service.ts': '6b8fd58eb30ca4d7',
  },
  types: {
    Contact: () => Contact,
    Profile: () => Profile,
  },
  $defs: {
    Contact: (): ContractSchema => ({
      type: 'object',
      properties: { email: { type: 'string', description: 'Your e-mail address' } },
      required: ['email'],
      additionalProperties: false,
      'x-class': 'Contact',
      description: 'Where to write to.',
    }),
    Profile: (): ContractSchema => ({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'User name', default: 'John Doe' },
        age: { type: 'number', description: 'User age', default: 30 },
        score: { type: 'number', description: 'User score', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], description: 'User status', default: 'active' },
        verified: { type: 'boolean', description: 'Verification status', default: true },
      },
      additionalProperties: false,
      'x-class': 'Profile',
      description: 'A form with a default for each kind of field.',
    }),
  },
  classes: [
    {
      class: () => ContentService,
      name: 'ContentService',
      source: 'content.service.ts',
      methods: {
        audio_content: (): ToolContract => ({ description: 'Answers with a sound.', length: 0, parameters: [] }),
        embedded_resource: (): ToolContract => ({ description: 'Answers with a resource inside the result.', length: 0, parameters: [] }),
        error_handling: (): ToolContract => ({ description: 'Always fails, and tells why.', length: 0, parameters: [] }),
        image_content: (): ToolContract => ({ description: 'Answers with an image.', length: 0, parameters: [] }),
        multiple_content_types: (): ToolContract => ({ description: 'Answers with a text, an image and a resource.', length: 0, parameters: [] }),
        simple_text: (): ToolContract => ({ description: 'Answers with one text.', length: 0, parameters: [], output: { type: 'string' } }),
        sum: (): ToolContract => ({
          description: 'Adds two numbers.',
          length: 2,
          parameters: [
            { name: 'first', role: 'property', required: true, schema: { type: 'number', description: 'one of them' } },
            { name: 'second', role: 'property', required: true, schema: { type: 'number', description: 'the other' } },
          ],
          output: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'], additionalProperties: false },
        }),
        x_mcp_header: (): ToolContract => ({
          description: 'Takes an argument that a client also sends as the header `Mcp-Param-Region`.',
          length: 1,
          parameters: [
            { name: 'region', role: 'property', required: true },
            {
              name: 'query',
              role: 'property',
              required: false,
              initialised: true,
              schema: { type: 'string', description: 'what to look for', default: '' },
            },
          ],
          output: { type: 'string' },
        }),
      },
    },
    {
      class: () => LatePrompts,
      name: 'LatePrompts',
      source: 'late.service.ts',
      methods: {
        test_late_prompt: (): ToolContract => ({ description: 'Was added while the server ran.', length: 0, parameters: [] }),
      },
    },
    {
      class: () => LateTools,
      name: 'LateTools',
      source: 'late.service.ts',
      methods: {
        late: (): ToolContract => ({ description: 'Was added while the server ran.', length: 0, parameters: [], output: { type: 'string' } }),
      },
    },
    {
      class: () => PromptService,
      name: 'PromptService',
      source: 'prompts.service.ts',
      methods: {
        test_input_required_result_prompt: (): ToolContract => ({
          description: 'A prompt that asks the person what it should be about.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
        }),
        test_prompt_with_arguments: (): ToolContract => ({
          description: 'A prompt with required arguments.',
          length: 2,
          parameters: [
            {
              name: 'arg1',
              role: 'property',
              required: true,
              schema: { type: 'string', description: 'First test argument' },
            },
            {
              name: 'arg2',
              role: 'property',
              required: true,
              schema: { type: 'string', description: 'Second test argument' },
            },
          ],
        }),
        test_prompt_with_embedded_resource: (): ToolContract => ({
          description: 'A prompt that includes an embedded resource.',
          length: 1,
          parameters: [
            {
              name: 'resourceUri',
              role: 'property',
              required: true,
              schema: { type: 'string', description: 'URI of the resource to embed' },
            },
          ],
        }),
        test_prompt_with_image: (): ToolContract => ({ description: 'A prompt that includes an image.', length: 0, parameters: [] }),
        test_simple_prompt: (): ToolContract => ({ description: 'A simple prompt without arguments.', length: 0, parameters: [] }),
      },
    },
    {
      class: () => QuestionService,
      name: 'QuestionService',
      source: 'questions.service.ts',
      methods: {
        elicitation: (): ToolContract => ({
          description: 'Asks the person for a user name and an e-mail address.',
          length: 2,
          parameters: [
            {
              name: 'message',
              role: 'property',
              required: true,
              schema: { type: 'string', description: 'what to show' },
            },
            { name: 'context', role: 'context', required: false },
          ],
          output: { type: 'string' },
        }),
        elicitation_checked: (): ToolContract => ({
          description: 'Asks for an e-mail address that class-validator checks.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        elicitation_sep1034_defaults: (): ToolContract => ({
          description: 'Asks with a form whose fields all have defaults.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        elicitation_sep1330_enums: (): ToolContract => ({
          description: 'Asks with a form that has every kind of choice.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        missing_capability: (): ToolContract => ({
          description: 'Needs a client whose model can be asked.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        sampling: (): ToolContract => ({
          description: 'Asks the client\'s model.',
          length: 2,
          parameters: [
            { name: 'prompt', role: 'property', required: true, schema: { type: 'string', description: 'what to ask' } },
            { name: 'context', role: 'context', required: false },
          ],
          output: { type: 'string' },
        }),
        streaming_elicitation: (): ToolContract => ({
          description: 'Asks for a name while its answer is a stream.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
      },
    },
    {
      class: () => RoundsService,
      name: 'RoundsService',
      source: 'questions.service.ts',
      methods: {
        capabilities: (): ToolContract => ({
          description: 'Asks the person, or the model where the client has no person to ask.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        elicitation: (): ToolContract => ({
          description: 'Asks for a name.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        list_roots: (): ToolContract => ({
          description: 'Asks which folders the client works in.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        multi_round: (): ToolContract => ({
          description: 'Asks one thing after the other.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        multiple_inputs: (): ToolContract => ({
          description: 'Asks three things at once.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        request_state: (): ToolContract => ({
          description: 'Asks for consent; the state of the request is kept by the client and signed by us.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        sampling: (): ToolContract => ({
          description: 'Asks the client\'s model.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        tampered_state: (): ToolContract => ({
          description: 'As request_state; a state that was tampered with is refused before this runs.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
      },
    },
    {
      class: () => ResourceService,
      name: 'ResourceService',
      source: 'resources.service.ts',
      methods: {
        staticBinary: (): ToolContract => ({ description: 'A static binary resource (image) for testing.', length: 0, parameters: [] }),
        staticText: (): ToolContract => ({ description: 'A static text resource for testing.', length: 0, parameters: [] }),
        templated: (): ToolContract => ({
          description: 'A resource template with parameter substitution.',
          length: 1,
          parameters: [{ name: 'id', role: 'property', required: true, schema: { type: 'string', description: 'any text' } }],
          output: {
            type: 'object',
            properties: { id: { type: 'string' }, templateTest: { type: 'boolean' }, data: { type: 'string' } },
            required: ['id', 'templateTest', 'data'],
            additionalProperties: false,
          },
        }),
        watched: (): ToolContract => ({ description: 'A resource that a client can subscribe to.', length: 0, parameters: [] }),
      },
    },
    {
      class: () => RunningService,
      name: 'RunningService',
      source: 'running.service.ts',
      methods: {
        logging_tool: (): ToolContract => ({
          description: 'Logs once; a client that named no level must not see it.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        reconnection: (): ToolContract => ({
          description: 'Lets go of its stream; the client comes back for the answer.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        tool_with_logging: (): ToolContract => ({
          description: 'Logs three times while it runs.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        tool_with_progress: (): ToolContract => ({
          description: 'Tells three times how far it is.',
          length: 1,
          parameters: [{ name: 'context', role: 'context', required: false }],
          output: { type: 'string' },
        }),
        trigger_prompt_change: (): ToolContract => ({
          description: 'Adds a prompt to the server, or takes it away again.',
          length: 0,
          parameters: [],
          output: { type: 'string' },
        }),
        trigger_resource_update: (): ToolContract => ({
          description: 'Tells subscribers that the watched resource has changed.',
          length: 0,
          parameters: [],
          output: { type: 'string' },
        }),
        trigger_tool_change: (): ToolContract => ({
          description: 'Adds a tool to the server, or takes it away again.',
          length: 0,
          parameters: [],
          output: { type: 'string' },
        }),
      },
    },
  ],
  functions: [],
  forms: [
    {
      form: () => background,
      name: 'background',
      source: 'prompts.service.ts',
      schema: (): ContractSchema => ({
        type: 'object',
        properties: { context: { type: 'string' } },
        required: ['context'],
        additionalProperties: false,
      }),
    },
    {
      form: () => Contact,
      name: 'Contact',
      source: 'questions.service.ts',
      schema: (): ContractSchema => ({
        type: 'object',
        properties: { email: { type: 'string', description: 'Your e-mail address' } },
        required: ['email'],
        additionalProperties: false,
        'x-class': 'Contact',
        description: 'Where to write to.',
      }),
    },
    {
      form: () => Profile,
      name: 'Profile',
      source: 'questions.service.ts',
      schema: (): ContractSchema => ({
        type: 'object',
        properties: {
          name: { type: 'string', description: 'User name', default: 'John Doe' },
          age: { type: 'number', description: 'User age', default: 30 },
          score: { type: 'number', description: 'User score', default: 95.5 },
          status: { type: 'string', description: 'User status', default: 'active', enum: ['active', 'inactive', 'pending'] },
          verified: { type: 'boolean', description: 'Verification status', default: true },
        },
        additionalProperties: false,
        'x-class': 'Profile',
        description: 'A form with a default for each kind of field.',
      }),
    },
    {
      form: () => account,
      name: 'account',
      source: 'questions.service.ts',
      schema: (): ContractSchema => ({
        type: 'object',
        properties: { username: { type: 'string', description: 'How others see you.' }, email: { type: 'string', format: 'email' } },
        required: ['username', 'email'],
        additionalProperties: false,
      }),
    },
    {
      form: () => colour,
      name: 'colour',
      source: 'questions.service.ts',
      schema: (): ContractSchema => ({ type: 'object', properties: { color: { type: 'string' } }, required: ['color'], additionalProperties: false }),
    },
    {
      form: () => consent,
      name: 'consent',
      source: 'questions.service.ts',
      schema: (): ContractSchema => ({ type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false }),
    },
    {
      form: () => name,
      name: 'name',
      source: 'questions.service.ts',
      schema: (): ContractSchema => ({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false }),
    },
  ],
});

export default manifest;
