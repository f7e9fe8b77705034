import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const filesLogWords: LogWords = {
  fileId: '文件',
  fileName: '文件名',
  uploadId: '上传编号',
  purpose: '用途',
  fileUrl: '文件地址',
  hash: '校验值',
  sizeBytes: '大小（字节）',
  fileCount: '文件数',
  fileIds: '文件',
  urls: '地址',
  maxCount: '最大数量',
}
