/**
 * On whose behalf something is sent: to the server of a model, the search engine, an MCP server, or a service that the user signs in
 * to; for a page of the web, a picture of an answer, a document that a page links to, the one that a tab shows or that Google exports
 * of it, or a model that runs in the extension.
 */
export type Behalf =
  | 'model'
  | 'search'
  | 'mcp'
  | 'sign-in'
  | 'page'
  | 'picture'
  | 'document'
  | 'open-document'
  | 'google-export'
  | 'model-file';

/**
 * What a call of a tool can lead the browser to send: on whose behalf, or by opening a page in a `tab`, or by having a page load its
 * own `captions`.
 */
export type Egress = Behalf | 'tab' | 'captions';

/** Reading a tab that shows a PDF, or a document that Google draws, fetches that document again. */
export const READING_EGRESS = ['open-document', 'google-export'] as const satisfies readonly Egress[];
