import type { Egress } from './behalf.ts';
import type { OwnDataKind } from './own-data.ts';
import type { FormDraft } from './page-forms.ts';
import type { ToolContext } from './tool-context.ts';
import type { BrowserPermission, DefinitionChange, Label } from './tool-output.ts';
import type { WebEgress } from './web.ts';

/**
 * What a call may do only if the user allows it. `tabId` is null if the user asked without a page, which the tool
 * reports.
 */
export type ToolNeed =
  | { type: 'tab'; tabId: number | null }
  /**
   * A document that the page of a tab links to, which the call loads. `findUrl` reads the page. Null if it has no such
   * link.
   */
  | { type: 'document'; tabId: number | null; findUrl: () => Promise<string | null> }
  | { type: 'browser-permission'; permission: BrowserPermission; reason: Label }
  /** Asked for each time. */
  | { type: 'effect'; reason: Label };

/**
 * What the user has to turn on or ask for before a tool is offered and may run: the web, or a kind of their own data.
 */
export type OptIn<Input> =
  | {
      type: 'web';
      /** What a call reveals to the web. */
      webEgress(input: Input): WebEgress;
      /** Returns the arguments of a call that reveals exactly this, for tools that search the web. */
      inputTelling?(egress: WebEgress & { type: 'query' }): Input;
    }
  | {
      type: 'own-data';
      /** The kind of data that it searches. */
      kind: OwnDataKind;
    };

/**
 * The MCP server that a tool comes from. `name`: as listed in approvals. `isTrusted`: the user trusts its descriptions.
 * `tool`: its name on that server.
 */
export type ToolSource = {
  name: string;
  isTrusted: boolean;
  tool: string;
  /**
   * Returns how the tool's definition differs from the one that the user allowed, or null. If it differs, every call
   * needs approval.
   */
  definitionChange(context: ToolContext): Promise<DefinitionChange | null>;
};

/**
 * What calls of a tool need, change and reveal. From this, lib/security decides whether to ask the user. Without it, a
 * call sends nothing, and the annotations say whether it changes something.
 */
export type ToolEffects<Input> = {
  /** What the user has to allow for a call. */
  needs?(input: Input, context: ToolContext): ToolNeed | null;
  /**
   * Returns what the approval of a call shows instead of its arguments: the form that it fills in, as it currently is
   * on the page, with the proposed values. Such calls run with the values that the user has approved, which are in
   * `context.form`, and their outcome can be requested again. Throws ToolError if the form does not exist.
   */
  preview?(input: Input, context: ToolContext): Promise<FormDraft>;
  /**
   * Returns the address that a call with this input sends to or opens. Null or absent if nothing leaves the machine.
   */
  sendsTo?(input: Input, context: ToolContext): string | null | Promise<string | null>;
  /**
   * Everything that a call can cause to be sent. Nothing if absent. lib/tools/egress.test.ts runs every tool and finds
   * what is missing.
   */
  egress?: readonly Egress[];
  /** Absent for tools that the user does not have to turn on. */
  optIn?: OptIn<Input>;
  /** Absent for built-in tools. */
  source?: ToolSource;
};
