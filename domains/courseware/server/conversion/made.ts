/** What files that a conversion made are for. */
export const madePurpose = 'coursewareMade'

/** One quality of a film or sound. `segments`: first byte, bytes, milliseconds of each. */
export interface MadeRendition {
  readonly name: string
  readonly fileId: string
  readonly width: number
  readonly height: number
  readonly bitsPerSecond: number
  readonly codecs: string
  readonly initBytes: number | null
  readonly segments: readonly Segment[] | null
}

export type Segment = readonly [firstByte: number, bytes: number, milliseconds: number]

export interface MadePage {
  readonly number: number
  readonly fileId: string
  readonly width: number
  readonly height: number
}

export interface Media {
  readonly width: number
  readonly height: number
  readonly videoCodec: string | null
  /** Versions of before have none. */
  readonly pixelFormat?: string
  readonly audioCodec: string | null
}

/** What a conversion made; the transaction that stores it makes it true. */
export interface Made {
  readonly lengthSeconds?: number
  readonly pageCount?: number
  readonly media?: Media
  readonly text?: string
  readonly renditions?: readonly MadeRendition[]
  readonly pages?: readonly MadePage[]
  readonly package?: MadePackage
  /** A frame or the first page. */
  readonly coverFileId?: string
}

export interface PackagePart {
  readonly identifier: string
  readonly title: string
  readonly href: string
  readonly masteryScore: number | null
  /** It never says that it is complete. */
  readonly isAsset: boolean
  readonly launchData: string
  readonly runTime: Readonly<Record<string, string>>
}

export interface PackageEntry {
  readonly path: string
  readonly firstByte: number
  readonly storedBytes: number
  readonly sizeBytes: number
  readonly method: 0 | 8
  readonly crc32: number
}

export interface MadePackage {
  readonly standard: '1.2' | '2004'
  readonly title: string
  readonly parts: readonly PackagePart[]
  readonly entries: readonly PackageEntry[]
}
