/** The same for whoever has a link and no account. */
import { endpoint } from '@kaopei/contract'
import { device } from '@kaopei/sitting/contract/shapes'
import { z } from 'zod'
import { beginErrors, consentGiven, handedIn, leaseEpoch, opened, refusals, saved, submitErrors, writes } from './answering.ts'
import { answerErrors } from './errors.ts'

const linkBase = '/api/v1/evaluation/link'
const token = z.string('链接无效').max(100, '链接无效')
/** Which device the link belongs to, once it was opened. */
const deviceKey = z.string().max(100).optional()
const link = { token, deviceKey }

/** By a link, without an account. Each call brings the token and the key that the first one gave this device. */
export const evaluationLink = {
  open: endpoint({
    path: `${linkBase}/open`,
    summary: '打开测评（链接）',
    access: 'public',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ ...link, device }),
    output: opened.extend({ deviceKey: z.string() }),
    errors: [answerErrors.linkOver],
  }),
  begin: endpoint({
    path: `${linkBase}/begin`,
    summary: '开始测评（链接）',
    access: 'public',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ ...link, device, ...consentGiven }),
    output: opened,
    errors: [answerErrors.linkOver, ...beginErrors],
  }),
  takeOver: endpoint({
    path: `${linkBase}/takeOver`,
    summary: '在本窗口继续测评（链接）',
    access: 'public',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ ...link, device }),
    output: opened,
    errors: [answerErrors.linkOver, ...submitErrors],
  }),
  save: endpoint({
    path: `${linkBase}/save`,
    summary: '保存测评答案（链接）',
    access: 'public',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ ...link, leaseEpoch, items: writes.min(1).max(200) }),
    output: saved,
    errors: [answerErrors.linkOver, answerErrors.notBegun],
  }),
  submit: endpoint({
    path: `${linkBase}/submit`,
    summary: '提交测评（链接）',
    access: 'public',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ ...link, leaseEpoch }),
    output: handedIn,
    errors: [answerErrors.linkOver, ...submitErrors],
  }),
  leave: endpoint({
    path: `${linkBase}/leave`,
    summary: '退出测评（链接）',
    access: 'public',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object(link),
    errors: [answerErrors.linkOver, ...refusals, answerErrors.mayNotLeave],
  }),
}
