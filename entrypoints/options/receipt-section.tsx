import { useState } from 'react';
import { ReceiptCheckView } from '../../components/storage/receipt-check.tsx';
import { SentRequests } from '../../components/thread/sent-requests.tsx';
import { type ReceiptCheck, verifyReceipt } from '../../lib/security/index.ts';
import type { Stores } from '../../lib/storage/index.ts';

/** Checks receipts that were saved, and shows their contents. */
export function ReceiptSection({ storage }: { storage: Pick<Stores, 'receipts'> }) {
  const [check, setCheck] = useState<ReceiptCheck | null>(null);
  const [isOwn, setIsOwn] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  const read = async (file: File) => {
    setIsBusy(true);
    try {
      const next = await verifyReceipt(await file.text());
      const own = await storage.receipts.ownKeyIds();
      setIsOwn(next.keys.every((id) => own.has(id)));
      setCheck(next);
    } finally {
      setIsBusy(false);
    }
  };
  const isValid = check !== null && check.problems.length === 0;
  return (
    <>
      <ReceiptCheckView check={check} isOwn={isOwn} isBusy={isBusy} onFile={(file) => void read(file)} />
      {isValid && (
        <SentRequests
          requests={check.requests.map(({ entry, details }) => ({
            entry,
            details,
            body: async () => details?.body ?? { gap: 'lost' },
          }))}
        />
      )}
    </>
  );
}
