import type { Db } from '@kaopei/server'
import { askConversion } from './ask.sql.ts'

/** Asks for the conversion of a version, or for another attempt at it, in the caller's transaction. */
export async function askForConversion(db: Db, versionId: string, askedBy: string | null): Promise<void> {
  await askConversion(db, versionId, askedBy)
}
