import { Failure } from '@kaopei/server'
import { fileErrors } from '../contract/upload.ts'

/** Where the store has no room: nothing was kept, and people are told what to do. */
export async function refusingFullDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isFullDisk(error)) throw new Failure(fileErrors.noSpace)
    throw error
  }
}

export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
