import { cut } from '@kaopei/contract'
import { type UploadKindName, uploadRuleOf } from '@kaopei/files/contract/upload-types'
import { coursewareType } from './codes.ts'

type CoursewareType = (typeof coursewareType.options)[number]['value']

const typeOfKind: Readonly<Partial<Record<UploadKindName, CoursewareType>>> = {
  document: coursewareType.document,
  video: coursewareType.video,
  audio: coursewareType.audio,
  image: coursewareType.image,
  package: coursewareType.package,
}

/** Which type of courseware a file of this name becomes; undefined: none. */
export function coursewareTypeOf(fileName: string): CoursewareType | undefined {
  const kind = uploadRuleOf('courseware', fileName)?.kind
  return kind && typeOfKind[kind]
}

/** The title that a courseware gets of its file, until somebody gives it another. */
export function titleOfFile(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return cut((dot > 0 ? fileName.slice(0, dot) : fileName).trim(), 100)
}
