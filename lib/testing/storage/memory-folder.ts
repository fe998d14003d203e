/**
 * A folder of the origin private file system, in memory: as there, written content becomes visible when the file is
 * closed.
 */
export function memoryFolder(): FileSystemDirectoryHandle & { files: Map<string, Blob> } {
  const files = new Map<string, Blob>();
  const notFound = () => new DOMException('There is no such file.', 'NotFoundError');
  const createHandle = (name: string) => ({
    async getFile() {
      const file = files.get(name);
      if (file === undefined) throw notFound();
      return new File([file], name);
    },
    async createWritable() {
      const parts: Blob[] = [];
      const stream = new WritableStream<Uint8Array<ArrayBuffer>>({
        write: (part) => void parts.push(new Blob([part])),
        close: () => void files.set(name, new Blob(parts)),
      });
      const write = async (part: Uint8Array<ArrayBuffer>) => {
        const writer = stream.getWriter();
        await writer.write(part);
        writer.releaseLock();
      };
      return Object.assign(stream, { write });
    },
  });
  const folder = {
    files,
    async getFileHandle(name: string, { create = false } = {}) {
      if (!files.has(name) && !create) throw notFound();
      if (!files.has(name)) files.set(name, new Blob([]));
      return createHandle(name);
    },
    async removeEntry(name: string) {
      if (!files.delete(name)) throw notFound();
    },
    async *keys() {
      yield* [...files.keys()];
    },
  };
  return folder as unknown as FileSystemDirectoryHandle & { files: Map<string, Blob> };
}
