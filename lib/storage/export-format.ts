import * as z from 'zod';
import { ProjectWithFiles, ThreadEvent } from '../contracts/index.ts';

/** The file is a JSON document, described in docs/export-format.md. */
export const EXPORT_FORMAT = 'sidenote-threads';

/** Files with a higher version are rejected. Version 2 added the project. Files without one have version 1. */
export const EXPORT_VERSION = 2;

/** Milliseconds since 1970, within the range of Date. */
const time = z.number().int().min(0).max(8.64e15);

export const ExportHeader = z.strictObject({
  format: z.literal(EXPORT_FORMAT),
  version: z.number().int().min(1),
  exportedAt: z.string().max(64),
  project: ProjectWithFiles.optional(),
  threads: z.array(z.never()).max(0),
});

export const ExportedRow = z.strictObject({ seq: z.number().int().min(1), at: time, event: ThreadEvent });
export type ExportedRow = z.infer<typeof ExportedRow>;

/** A thread as one line of the file. */
export const ExportedThread = z.strictObject({
  threadId: z.string().min(1).max(64),
  title: z.string().max(1_000),
  createdAt: time,
  updatedAt: time,
  events: z.array(ExportedRow).min(1),
});
export type ExportedThread = z.infer<typeof ExportedThread>;

/** The first line, the lines of threads, and the last line form a JSON document. */
export function headerLine(exportedAt: string, project: ProjectWithFiles | null = null): string {
  const about = project === null ? { version: 1, exportedAt } : { version: EXPORT_VERSION, exportedAt, project };
  const header = JSON.stringify({ format: EXPORT_FORMAT, ...about });
  return `${header.slice(0, -1)},"threads":[`;
}

export const FOOTER_LINE = ']}';
