import * as z from 'zod';

/** Keys that the user set for actions of the panel, by the action's id; null: none. Others have their default. */
export const PanelShortcuts = z.record(z.string().max(60), z.string().max(40).nullable());
export type PanelShortcuts = z.infer<typeof PanelShortcuts>;
