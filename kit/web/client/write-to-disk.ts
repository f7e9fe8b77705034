/**
 * Writes to IndexedDB so that it stays even if the page ends in the same moment: a transaction whose page is gone before it has asked for its commit is undone
 * by the browser. So `work` puts and deletes, and cannot wait for what it reads. On the disk when it settles; rejects when the device could not keep it.
 */
export function writeToDisk(
  database: IDBDatabase,
  stores: readonly string[],
  work: (transaction: IDBTransaction) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([...stores], 'readwrite', { durability: 'strict' })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser undid it'))
    work(transaction)
    transaction.commit()
  })
}
