/** The address of the settings page for the key of an endpoint. */
export function keySettings(endpointId: string): string {
  return `/options.html#${keyFragment(endpointId)}`;
}

/** The fragment of that address. */
export function keyFragment(endpointId: string): string {
  return `key=${endpointId}`;
}
