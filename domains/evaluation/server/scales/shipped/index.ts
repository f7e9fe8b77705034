import { type ScaleFile, type ScaleFileInput, scaleFile } from '../../../contract/definition.ts'
import type { ShippedKey } from '../../../contract/scale.ts'
import { ipip50 } from './ipip50.ts'
import { manager30 } from './manager30.ts'

/** What the product brings along; a company takes one into its library and may change its own. */
export const shippedScales: Readonly<Record<ShippedKey, ScaleFile>> = {
  ipip50: read(ipip50),
  manager30: read(manager30),
}

function read(file: ScaleFileInput): ScaleFile {
  return scaleFile.parse(file)
}
