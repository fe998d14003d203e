/**
 * What a request is sent for: a model server, the search engine, an MCP server, a service that the user signs in to, a
 * web page, a picture in an answer, a document that a page links to, a document shown in a tab or its Google export, or
 * a model that runs in the extension.
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
 * What a tool call can make the browser send: a request for one of these, or the requests caused by opening a page in a
 * `tab` or by making a page load its own `captions`.
 */
export type Egress = Behalf | 'tab' | 'captions';

/** Reading a tab that shows a PDF or a Google document fetches that document again. */
export const READING_EGRESS = ['open-document', 'google-export'] as const satisfies readonly Egress[];
