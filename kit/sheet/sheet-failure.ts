/** Why a file was refused. The texts are for the person who chose the file and say what to do next. */
const reasons = {
  empty: '文件是空的，请选择有内容的文件。',
  notWorkbook: '文件不是可以识别的表格，请用 Excel 或 WPS 另存为 .xlsx 后重新上传。',
  html: '文件其实是网页或 XML，并不是 Excel 表格，请用 Excel 或 WPS 打开后另存为 .xlsx 再上传。',
  binaryWorkbook: '暂不支持 .xlsb 格式，请用 Excel 或 WPS 另存为 .xlsx 后重新上传。',
  xls: '文件是旧版 .xls 格式，请用 Excel 或 WPS 另存为 .xlsx 后重新上传。',
  truncated: '文件不完整，可能上传或下载时中断，请重新保存后再上传。',
  damaged: '文件已损坏，无法读取，请用 Excel 或 WPS 打开并另存为新的 .xlsx 后再上传。',
  encrypted: '文件设有打开密码，请先取消密码保护，保存后再上传。',
  unsafeName: '文件内部含有不安全的路径，已拒绝读取，请用 Excel 或 WPS 另存为新文件后再上传。',
  entity: '文件内部含有外部引用或实体声明，已拒绝读取，请用 Excel 或 WPS 另存为新文件后再上传。',
  bomb: '文件解压后异常庞大，已拒绝读取，请检查来源，或把数据复制到新的表格后再上传。',
  tooLarge: '文件内容过大，请删去图片和无用的格式，或拆分成几个文件后再上传。',
  tooManyRows: '行数超过上限，请拆分成几个文件后再上传。',
  tooManyColumns: '列数超过上限，请删去多余的列后再上传。',
  tooManyTexts: '文件中不同的文字过多，请拆分成几个文件后再上传。',
  cellTooLong: '有单元格的文字过长，请缩短后再上传。',
  noSheet: '文件中没有可读取的工作表，请确认工作表存在且未被隐藏。',
  encoding: '无法识别文件的文字编码，请另存为 UTF-8 编码的 CSV 或 .xlsx 后再上传。',
  doubtfulEncoding: '无法确定文件的文字编码是 GB18030 还是 Big5，请另存为 UTF-8 编码的 CSV 或 .xlsx 后再上传。',
  timeout: '读取文件用时过长，请另存为 .xlsx 或拆分后再上传。',
} as const

export type SheetFailureReason = keyof typeof reasons

/** Thrown for every file that is refused; `message` is Chinese and may be shown as it is, `reason` is for programs. */
export class SheetFailure extends Error {
  readonly reason: SheetFailureReason

  /** `detail` names the place or the limit and is put before the advice. */
  constructor(reason: SheetFailureReason, detail = '', cause?: unknown) {
    super(detail === '' ? reasons[reason] : `${detail}：${reasons[reason]}`, { cause })
    this.name = 'SheetFailure'
    this.reason = reason
  }
}
