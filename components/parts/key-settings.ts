/** The address of the settings where the key of an endpoint is entered. */
export function keySettings(endpointId: string): string {
  return `/options.html#${keyFragment(endpointId)}`;
}

/** What stands behind the # there. */
export function keyFragment(endpointId: string): string {
  return `key=${endpointId}`;
}
