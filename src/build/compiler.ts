/** The compiler that the build step runs on: the one typescript-json-schema brings, whatever the project itself uses. */
export { ts } from 'typescript-json-schema';
