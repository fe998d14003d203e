import { useEffect, useState } from 'react';
import { type ManagedPolicy, NO_POLICY } from '../contracts/index.ts';
import { type ManageableSetting, onPolicyChange, readPolicy } from '../extension/index.ts';

/** What an organization has set, live. */
export function usePolicy(): ManagedPolicy {
  const [policy, setPolicy] = useState(NO_POLICY);
  useEffect(() => {
    const read = () => void readPolicy().then(setPolicy);
    read();
    return onPolicyChange(read);
  }, []);
  return policy;
}

/** Whether the policy sets a setting, so that the user cannot. */
export function useIsManaged({ managedName }: Pick<ManageableSetting<unknown>, 'managedName'>): boolean {
  return managedName in usePolicy().settings;
}
