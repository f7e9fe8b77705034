import { lit } from '@kaopei/server'
import { wholeModes } from '../contract/codes.ts'

/** The modes of runs through a whole practice: how far somebody is in it comes from these. */
export const wholeRuns = lit(...wholeModes)
