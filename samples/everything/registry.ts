/** One registry with everything in it. */
import { ToolRegistry } from 'toolmark';
import { ContentService, jsonSchemaTool } from './content.service.js';
import { headerTool } from './headers.js';
import { LatePrompts, LateTools } from './late.service.js';
import { PromptService } from './prompts.service.js';
import { QuestionService, RoundsService } from './questions.service.js';
import { ResourceService } from './resources.service.js';
import { RunningService } from './running.service.js';
import manifest from './toolmark.generated.js';

export function everything(): ToolRegistry {
  const registry = new ToolRegistry({ manifest });
  const running = new RunningService({
    tools: toggle(registry, new LateTools()),
    prompts: toggle(registry, new LatePrompts()),
    resource: (uri) => registry.resources.updated(uri),
  });
  return registry.register([
    new ContentService(),
    jsonSchemaTool,
    headerTool,
    running,
    new QuestionService(),
    new RoundsService(),
    new ResourceService(),
    new PromptService(),
  ]);
}

/** Registers at the first call, takes away at the second, and so on. */
function toggle(registry: ToolRegistry, service: object): () => void {
  let there = false;
  return () => {
    if (there) registry.unregister(service);
    else registry.register(service);
    there = !there;
  };
}
