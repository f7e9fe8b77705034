/** Keys of second cameras: an invitation names its company, and a phone's key one camera. Neither opens anything else. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { openToken, sealToken } from '@kaopei/files/server'

const inviteUse = 'secondCameraInvitation'
const phoneUse = 'secondCamera'
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
export const newDigits = (): string => String(randomInt(10_000)).padStart(4, '0')

export function newInvitation(secret: string, companyId: string): string {
  return sealToken(secret, inviteUse, `${companyId}/${randomBytes(16).toString('hex')}`)
}

export function companyOfInvitation(secret: string, code: string): string | undefined {
  const [company = ''] = (openToken(secret, inviteUse, code) ?? '').split('/')
  return uuidShape.test(company) ? company : undefined
}

export function phoneKey(secret: string, { companyId, cameraId }: { companyId: string; cameraId: string }): string {
  return sealToken(secret, phoneUse, `${companyId}/${cameraId}`)
}

export function readPhoneKey(secret: string, key: string): { companyId: string; cameraId: string } | undefined {
  const [companyId = '', cameraId = ''] = (openToken(secret, phoneUse, key) ?? '').split('/')
  return uuidShape.test(companyId) && uuidShape.test(cameraId) ? { companyId, cameraId } : undefined
}
