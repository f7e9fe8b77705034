import type { Fail } from '@kaopei/server'
import { fileErrors } from '../../contract/upload.ts'

export type NoSpace = typeof fileErrors.noSpace

/** Where the store has no room: nothing was kept, and people are told what to do. */
export async function refusingFullDisk<T>(work: () => Promise<T>, fail: Fail<NoSpace>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isFullDisk(error)) fail(fileErrors.noSpace)
    throw error
  }
}

export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
