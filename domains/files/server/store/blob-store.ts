import type { Readable } from 'node:stream'

export interface Upload {
  readonly key: string
  /** The store's own name of an upload in slices. */
  readonly uploadId: string
}

export interface Slice {
  readonly number: number
  readonly sizeBytes: number
  /** What an S3 store wants back to complete the upload; of the folder the same without use. */
  readonly etag: string
}

export interface WantedSlice {
  readonly number: number
  readonly sizeBytes: number
  /** False: at most so many bytes. */
  readonly isExact: boolean
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface Presented {
  readonly disposition: string
  readonly contentType: string
  readonly expiresAt: Date
}

/**
 * Where files lie. Keys are made by this room, never by people: `jztb/<company>/<yyyymm>/<file id>`. An object is there whole or not at all.
 */
export interface BlobStore {
  readonly bucketName: string
  readonly region: string
  /** Slices of so much are joined while somebody waits; of more it takes longer than a call may. */
  readonly joinsAtOnceBytes: number
  beginUpload(key: string, contentType: string): Promise<string>
  /** An address that takes one slice by PUT until `expiresAt`. */
  sliceUrl(upload: Upload, slice: WantedSlice, expiresAt: Date): Promise<string>
  /** What has arrived, in order; nothing of an upload that the store does not know. */
  listSlices(upload: Upload): Promise<readonly Slice[]>
  /** Joins the slices to the object. Doing it again, also after it was done, answers the same. */
  completeUpload(upload: Upload, slices: readonly Slice[]): Promise<{ sha256: string | null }>
  /** Forgets the slices of an upload, completed or not; the completed object stays. */
  forgetUpload(upload: Upload): Promise<void>
  /** Writes an object of unknown length; on any error nothing is left of it. */
  put(key: string, body: Readable | Buffer, contentType: string): Promise<{ sizeBytes: number; sha256: string }>
  sizeOf(key: string): Promise<number | undefined>
  open(key: string, range?: ByteRange): Promise<Readable>
  remove(key: string): Promise<void>
  /** The object as a local file that must not be changed, where the store has such. */
  localPath(key: string): string | undefined
  /** An address at which the store itself answers the object, where it can. */
  presentedUrl(key: string, how: Presented): Promise<string | undefined>
  /** Keys written before `before` that may have no row, each once; on the way it clears what killed processes left half written. */
  leftovers(before: Date): AsyncIterable<readonly string[]>
}

declare module '@kaopei/server' {
  interface Services {
    /** The deployment's object storage. */
    readonly blobs: BlobStore
  }
}
