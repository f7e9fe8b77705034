/** Where an attempt's pieces go: an address that only we can have made, which opens nothing else and is read by nobody. */
import { openToken, sealToken } from '@kaopei/files/server'

export const piecePath = '/files/evidence'
const pieceUse = 'evidencePiece'
const textShape = /^([0-9a-f]{32})([0-9a-f]{32})$/

export interface PieceAddress {
  readonly companyId: string
  readonly attemptId: string
}

export function pieceAddress(secret: string, { companyId, attemptId }: PieceAddress): string {
  const text = `${companyId}${attemptId}`.replaceAll('-', '').toLowerCase()
  return `${piecePath}/${sealToken(secret, pieceUse, text)}`
}

export function readPieceToken(secret: string, token: string): PieceAddress | undefined {
  const [, company, attempt] = textShape.exec(openToken(secret, pieceUse, token) ?? '') ?? []
  return company && attempt ? { companyId: uuidOf(company), attemptId: uuidOf(attempt) } : undefined
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
