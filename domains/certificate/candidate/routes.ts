import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = []
