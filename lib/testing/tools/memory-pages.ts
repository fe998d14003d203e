import {
  type OpenPage,
  type OpenPages,
  type PageAccess,
  type PageAccessState,
  PageError,
  type PageFacts,
  type PageSnapshot,
  type PdfPage,
  type ReadOptions,
  type TabInfo,
  type Transcript,
} from '../../contracts/page.ts';
import type {
  ApprovedForm,
  FieldSchema,
  FillOutcome,
  FormDefinition,
  FormField,
  PageForms,
} from '../../contracts/page-forms.ts';
import type { ApprovedToolCall, PageToolOutcome, PageTools, ToolRegistration } from '../../contracts/page-tools.ts';
import type { SitePolicy } from '../../contracts/site-policy.ts';
import type { ToolImage } from '../../contracts/tool-output.ts';
import { readToolList } from '../../security/page-tool-answers.ts';
import { policyFor, type SitePolicies } from '../../security/site-policies.ts';
import { fingerprint } from '../../text/clean-text.ts';
import { buildMarkdownBlocks } from '../page-reader/markdown-blocks.ts';

export type MemoryTab = {
  reading: PageSnapshot;
  access: PageAccessState;
  facts?: PageFacts;
  forms?: FormDefinition[];
  /** The outcome of filling in a form. All fields are set if absent. */
  fill?: (form: ApprovedForm) => FillOutcome;
  /** The tools that the page has registered. */
  tools?: ToolRegistration[];
  /** The outcome of calling one of them; an answer of one word if absent. */
  callTool?: (call: ApprovedToolCall) => PageToolOutcome | Promise<PageToolOutcome>;
  transcript?: Transcript;
  image?: ToolImage;
  /** The file from which `reading` was made. */
  pdf?: Uint8Array<ArrayBuffer>;
};

/** Page access to pages in memory, under the rules of a real browser, for tests. */
export class MemoryPages implements PageAccess {
  readonly #tabs: ReadonlyMap<number, MemoryTab>;
  readonly #documents: Record<string, PageSnapshot>;
  policies: SitePolicies = {};

  /** `documents`: PDFs by their address, all of which may be fetched. */
  constructor(tabs: Record<number, MemoryTab>, documents: Record<string, PageSnapshot> = {}) {
    this.#tabs = new Map(Object.entries(tabs).map(([tabId, tab]) => [Number(tabId), tab]));
    this.#documents = documents;
  }

  async policyFor(url: string): Promise<SitePolicy> {
    return policyFor(url, this.policies);
  }

  async check(tabId: number): Promise<PageAccessState> {
    return this.#tab(tabId).access;
  }

  async read(tabId: number, signal: AbortSignal, { onPdfPage }: ReadOptions = {}): Promise<PageSnapshot> {
    return byPages(this.#granted(tabId, signal).reading, onPdfPage);
  }

  async facts(tabId: number, signal: AbortSignal): Promise<PageFacts> {
    const { facts, reading } = this.#granted(tabId, signal);
    const { url, title } = reading;
    return facts ?? { url, title, canonical: '', meta: {}, jsonLd: [] };
  }

  async forms(tabId: number, signal: AbortSignal): Promise<PageForms> {
    const { forms = [], reading } = this.#granted(tabId, signal);
    const { url, title } = reading;
    return { title, url, forms: forms.map((form) => ({ frameId: 0, documentId: 'document', url, form })) };
  }

  /** Every filling that has begun, in order. */
  readonly fillings: ApprovedForm[] = [];

  async fillForm(form: ApprovedForm, signal: AbortSignal): Promise<FillOutcome> {
    const { fill = setAll } = this.#granted(form.proposal.tabId, signal);
    if (!this.fillings.some(({ fillId }) => fillId === form.fillId)) this.fillings.push(form);
    return fill(form);
  }

  async mayHaveTools(tabId: number, signal: AbortSignal): Promise<boolean> {
    return (this.#granted(tabId, signal).tools ?? []).length > 0;
  }

  async pageTools(tabId: number, signal: AbortSignal): Promise<PageTools> {
    const { tools: registrations = [], reading } = this.#granted(tabId, signal);
    const { url, title } = reading;
    const answer = { type: 'listed', tools: registrations, total: registrations.length };
    const { tools, omitted } = readToolList(JSON.stringify(answer));
    return { title, url, tools: tools.map((tool) => ({ ...tool, frameId: 0, documentId: 'document', url })), omitted };
  }

  /** Every call of a tool of a page, in their order. */
  readonly toolCalls: ApprovedToolCall[] = [];

  async callPageTool(call: ApprovedToolCall, signal: AbortSignal): Promise<PageToolOutcome> {
    const { callTool } = this.#granted(call.proposal.tabId, signal);
    this.toolCalls.push(call);
    return (await callTool?.(call)) ?? { type: 'answered', text: 'Booked.', isError: false };
  }

  /** Decided by the fields of its forms. */
  async hasSensitiveField(tabId: number, signal: AbortSignal): Promise<boolean> {
    const { forms } = await this.forms(tabId, signal);
    return forms.flatMap(({ form }) => form.fields).some(({ state }) => state === 'secret');
  }

  async transcript(tabId: number, signal: AbortSignal): Promise<Transcript | null> {
    return this.#granted(tabId, signal).transcript ?? null;
  }

  async mayFetch(_tabId: number, url: string): Promise<boolean> {
    return this.#documents[url] !== undefined;
  }

  async readPdf(
    { tabId, url }: { tabId: number; url: string },
    signal: AbortSignal,
    onPdfPage?: OnPdfPage,
  ): Promise<PageSnapshot> {
    const { reading } = this.#granted(tabId, signal);
    return byPages(url === reading.url ? reading : given(this.#documents[url]), onPdfPage);
  }

  async pdfFile({ tabId }: { tabId: number }, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#granted(tabId, signal).pdf ?? null;
  }

  async capture(tabId: number, signal: AbortSignal): Promise<ToolImage> {
    return given(this.#granted(tabId, signal).image);
  }

  async list(): Promise<TabInfo[]> {
    return [...this.#tabs].flatMap(([tabId, { access }]) =>
      access.type === 'granted' ? [{ tabId, title: access.title, url: access.url, active: tabId === 1 }] : [],
    );
  }

  /** Every readable tab, as if all were loaded and matched. */
  async openPages(_query: string, _signal: AbortSignal, onPage?: (page: OpenPage) => void): Promise<OpenPages> {
    const pages = [...this.#tabs].flatMap(([tabId, { access, reading }]) =>
      access.type === 'granted'
        ? [{ tabId, title: access.title, url: access.url, active: tabId === 1, blocks: reading.blocks, isLoaded: true }]
        : [],
    );
    for (const page of pages) onPage?.(page);
    return { pages, searched: pages.length, leftOut: this.#tabs.size - pages.length };
  }

  #granted(tabId: number, signal: AbortSignal): MemoryTab {
    signal.throwIfAborted();
    const tab = this.#tab(tabId);
    if (tab.access.type === 'impossible') throw tab.access.error;
    if (tab.access.type === 'needed' || tab.access.type === 'viewer')
      throw new PageError('no-access', 'Allow Sidenote to read this page first.');
    return tab;
  }

  #tab(tabId: number): MemoryTab {
    const tab = this.#tabs.get(tabId);
    if (!tab) throw new PageError('tab-gone', 'This tab has been closed.');
    return tab;
  }
}

function setAll({ proposal, values }: ApprovedForm): FillOutcome {
  const fields = Object.entries(values).map(([key, value]) => {
    const label = proposal.fields.find(({ field }) => field.key === key)?.field.label ?? '';
    return { key, label, status: 'set' as const, value };
  });
  return { type: 'filled', fields, hasTriedToSend: false };
}

type OnPdfPage = (page: PdfPage) => void;

/** The reading. If it is of a PDF, first reports each of its pages: a heading `Page N` and one block. */
function byPages(reading: PageSnapshot, onPdfPage?: OnPdfPage): PageSnapshot {
  const { url, blocks, pdfPages } = reading;
  for (let number = 1; number <= (pdfPages ?? 0); number += 1)
    onPdfPage?.({ url, number, text: blocks[number * 2 - 1]?.markdown ?? '' });
  return reading;
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new PageError('not-readable', 'There is nothing here.');
  return value;
}

/** A reading of Markdown blocks, with title and address derived from `name`. */
export function buildReading(name: string, ...markdown: string[]): PageSnapshot {
  return {
    url: `https://${name}.test/`,
    title: name,
    language: 'en',
    layout: 'article',
    blocks: buildMarkdownBlocks(...markdown),
    around: [],
    selection: '',
    truncated: false,
    frameKey: '',
    snapshot: fingerprint(markdown.join('\n')),
    unreadFrames: [],
    pdfPages: null,
  };
}

export function granted(reading: PageSnapshot, more: Partial<MemoryTab> = {}): MemoryTab {
  return { reading, access: { type: 'granted', title: reading.title, url: reading.url }, ...more };
}

/** A tool as a page registers it. `required`: the names of the arguments that it needs; all others may be left out. */
export function registerTool(
  name: string,
  properties: Record<string, object>,
  { required = [], description = 'A tool.' }: { required?: string[]; description?: string } = {},
): ToolRegistration {
  return { name, description, schema: JSON.stringify({ type: 'object', properties, required }) };
}

/** A form of empty text fields that can be filled, unless `fields` say otherwise. */
export function buildForm(title: string, fields: readonly (Partial<FormField> & { label: string })[]): FormDefinition {
  const whole = fields.map(
    (field, index): FormField => ({
      key: field.label.toLowerCase().replace(/\W+/g, '_'),
      kind: 'text',
      groups: [],
      hint: '',
      isRequired: false,
      state: 'open',
      value: '',
      options: null,
      error: '',
      fingerprint: { token: `token-${index}`, attributes: '', before: '', after: '', alike: 1 },
      ...field,
    }),
  );
  const open = whole.filter(({ state }) => state === 'open');
  return {
    formId: '1',
    name: `fill_${title.toLowerCase().replace(/\W+/g, '_')}`,
    title,
    fields: whole,
    schema: {
      type: 'object',
      properties: Object.fromEntries(open.map((field) => [field.key, toFieldSchema(field)])),
      required: open.filter(({ isRequired }) => isRequired).map(({ key }) => key),
      additionalProperties: false,
    },
    submitLabel: 'Send',
  };
}

function toFieldSchema({ kind, label: description, options }: FormField): FieldSchema {
  if (kind === 'checkbox') return { type: 'boolean', description };
  if (kind === 'number') return { type: 'number', description };
  return { type: 'string', description, ...(options === null ? {} : { enum: options }) };
}
