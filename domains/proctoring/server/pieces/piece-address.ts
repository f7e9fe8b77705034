/** Where an attempt's pieces go: an address that only we can have made, which opens nothing else and is read by nobody. */
import { openToken, sealToken } from '@kaopei/files/server'
import { source } from '../../contract/capture.ts'

export const piecePath = '/files/evidence'
const pieceUse = 'evidencePiece'
const textShape = /^([0-9a-f]{32})([0-9a-f]{32})(?:-(\d{1,3}))?$/

export interface PieceAddress {
  readonly companyId: string
  readonly attemptId: string
}

/** `camera`: of a second camera, whose number it is; nothing but source 3 comes by it. */
export type NamedAddress = PieceAddress & { readonly camera?: number }

export function pieceAddress(secret: string, { companyId, attemptId }: PieceAddress): string {
  const text = `${companyId}${attemptId}`.replaceAll('-', '').toLowerCase()
  return `${piecePath}/${sealToken(secret, pieceUse, text)}`
}

/** For a phone: it takes pieces of the second camera alone, with numbers that only this phone has. */
export function secondAddress(secret: string, { camera, ...address }: PieceAddress & { readonly camera: number }): string {
  const text = `${address.companyId}${address.attemptId}`.replaceAll('-', '').toLowerCase()
  return `${piecePath}/${sealToken(secret, pieceUse, `${text}-${camera}`)}`
}

export function readPieceToken(secret: string, token: string): NamedAddress | undefined {
  const [, company, attempt, camera] = textShape.exec(openToken(secret, pieceUse, token) ?? '') ?? []
  if (!company || !attempt) return undefined
  const address = { companyId: uuidOf(company), attemptId: uuidOf(attempt) }
  return camera === undefined ? address : { ...address, camera: Number(camera) }
}

/** Each phone counts its pieces from here on. */
export const numbersOfCamera = 100_000

/** The computer brings screen and first camera; the second camera is a phone's, with its own numbers. */
export function mayBring({ camera }: NamedAddress, { source: of, number }: { source: number; number: number }): boolean {
  if (camera === undefined) return of !== source.second
  return of === source.second && Math.floor(number / numbersOfCamera) === camera
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
