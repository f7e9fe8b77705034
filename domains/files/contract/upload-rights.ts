/** Who may upload for what, and how much at once. */
import type { UploadPurpose } from './upload-types.ts'

/**
 * Codes of rights, one of which it takes. The menus belong to rooms above this one, so they are spelled here. `anyRight`: whoever works in the
 * console; `everyone`: also who has no rights at all, for pictures in answers, within limits of their own.
 */
export const uploaders: Readonly<Record<UploadPurpose, readonly string[] | 'anyRight' | 'everyone'>> = {
  import: [
    'orgoumgmt:import',
    'examManage:add',
    'examManage:edit',
    'projectCenter:staff',
    'certificateIssued:issue',
    'evaluationLibrary:add',
    'evaluationLibrary:edit',
    'skillList:import',
  ],
  questionImport: ['quesmgmt:import'],
  roomImport: ['examinationRoom:add'],
  editorImage: ['quesmgmt:edit', 'courseManager:add', 'courseManager:edit', 'projectCenter:add', 'projectCenter:edit'],
  image: 'everyone',
  branding: ['companyInfo:edit'],
  portrait: ['certificatePortraits:edit'],
  document: 'anyRight',
  video: 'anyRight',
  audio: 'anyRight',
  attachment: 'anyRight',
  appeal: 'everyone',
  frame: ['markCheating:mark'],
  courseware: ['lessonManage:add', 'lessonManage:edit'],
  subtitle: ['lessonManage:add', 'lessonManage:edit'],
}

export interface UploadLimits {
  /** Uploads for it alone are counted; null: all. */
  readonly purpose: UploadPurpose | null
  /** Uploads under way at the same time, and their bytes together. */
  readonly pendingFiles: number
  readonly pendingBytes: number | null
  /** Within a day, done or under way. */
  readonly dailyFiles: number | null
  readonly dailyBytes: number | null
}

const gigabyte = 1024 ** 3

/** Of pictures that need no right: nine for each of twenty questions, and again. */
export const limitsOfEveryone: UploadLimits = {
  purpose: 'image',
  pendingFiles: 20,
  pendingBytes: 200 * 1024 ** 2,
  dailyFiles: 400,
  dailyBytes: gigabyte,
}

/** Of files for appeals, which need no right either: a few for each, and again. */
export const limitsOfAppeals: UploadLimits = {
  purpose: 'appeal',
  pendingFiles: 10,
  pendingBytes: 100 * 1024 ** 2,
  dailyFiles: 60,
  dailyBytes: 500 * 1024 ** 2,
}

export const limitsOfUploaders: UploadLimits = {
  purpose: null,
  pendingFiles: 200,
  pendingBytes: 500 * gigabyte,
  dailyFiles: null,
  dailyBytes: null,
}
