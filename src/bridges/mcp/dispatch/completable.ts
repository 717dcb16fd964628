import type { PublishedRegistry } from './request.js';

/** Whether there is anything to complete: a prompt with arguments, or a template. */
export function hasCompletions({ complete, prompts, resources }: PublishedRegistry): boolean {
  if (!complete) return false;
  const hasArguments = prompts?.list().some((prompt) => (prompt.arguments?.length ?? 0) > 0) ?? false;
  return hasArguments || (resources?.templates().length ?? 0) > 0;
}
