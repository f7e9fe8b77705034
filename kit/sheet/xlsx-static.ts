/** Parts of a workbook that do not depend on its rows. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes into `cellXfs` of `stylesXml`. */
export const STYLE = { header: 1, text: 2, quotedText: 3, number: 4, date: 5, datetime: 6, percent: 7, note: 8 } as const

export const worksheetHead = `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">`

export const stylesXml = `${HEAD}<styleSheet xmlns="${MAIN}">\
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="等线"/><family val="2"/></font><font><b/><sz val="11"/><name val="等线"/><family val="2"/></font></fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFF2F4F7"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="9">\
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>\
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>\
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="10" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>\
</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** `name` and `range` are escaped already. */
export type WrittenSheet = { name: string; isHidden: boolean; filterRange: string | undefined }

export function workbookXml(sheets: readonly WrittenSheet[], templateName: string, templateConstant: string | undefined): string {
  const names: string[] = []
  sheets.forEach((sheet, index) => {
    if (sheet.filterRange === undefined) return
    names.push(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${quotedSheet(sheet.name)}!${sheet.filterRange}</definedName>`,
    )
  })
  if (templateConstant !== undefined)
    names.push(`<definedName name="${templateName}" hidden="1">${templateConstant}</definedName>`)
  const list = sheets.map(
    (sheet, index) =>
      `<sheet name="${sheet.name}" sheetId="${index + 1}"${sheet.isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  )
  const defined = names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${list.join('')}</sheets>${defined}</workbook>`
}

export function quotedSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}

/** `texts` are escaped already. */
export function sharedTextsXml(texts: readonly string[]): string {
  const list = texts.map((text) => `<si><t xml:space="preserve">${text}</t></si>`)
  return `${HEAD}<sst xmlns="${MAIN}" uniqueCount="${texts.length}">${list.join('')}</sst>`
}

export function workbookRelationsXml(sheetCount: number, hasSharedTexts: boolean): string {
  let list = ''
  for (let index = 1; index <= sheetCount; index++) {
    list += `<Relationship Id="rId${index}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index}.xml"/>`
  }
  list += `<Relationship Id="rId${sheetCount + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`
  if (hasSharedTexts)
    list += `<Relationship Id="rId${sheetCount + 2}" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>`
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list}</Relationships>`
}

export const packageRelationsXml = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function contentTypesXml(sheetCount: number, hasSharedTexts: boolean): string {
  let list = hasSharedTexts ? `<Override PartName="/xl/sharedStrings.xml" ContentType="${CONTENT}.sharedStrings+xml"/>` : ''
  for (let index = 1; index <= sheetCount; index++) {
    list += `<Override PartName="/xl/worksheets/sheet${index}.xml" ContentType="${CONTENT}.worksheet+xml"/>`
  }
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${list}</Types>`
}
