/** A holder's own certificates, in the candidate's client. */
import { endpoint, id, instant, pageOf, pageQuery } from '@kaopei/contract'
import { fileErrors } from '@kaopei/files/contract/upload'
import { z } from 'zod'
import { certificateStanding } from './codes.ts'
import { certificateErrors } from './errors.ts'

const base = '/api/v1/certificate/mine'

const row = z.object({
  id,
  title: z.string(),
  number: z.string(),
  source: z.string(),
  company: z.string(),
  standing: certificateStanding.schema,
  issuedAt: instant,
  validUntil: instant.nullable(),
  endedAt: instant.nullable(),
  link: z.string(),
})
export type MyCertificate = z.output<typeof row>

export const myCertificate = {
  list: endpoint({
    path: `${base}/list`,
    summary: '我的证书',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery,
    output: pageOf(row),
  }),
  pdf: endpoint({
    path: `${base}/pdf`,
    summary: '下载我的证书',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    atOnce: 4,
    input: z.object({ id }),
    output: z.object({ url: z.string(), name: z.string() }),
    errors: [certificateErrors.notWritable, certificateErrors.notValid, fileErrors.noSpace],
  }),
  badge: endpoint({
    path: `${base}/badge`,
    summary: '下载我的电子徽章',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    atOnce: 8,
    input: z.object({ id }),
    output: z.object({ name: z.string(), credential: z.string() }),
    errors: [certificateErrors.notValid],
  }),
}
