import { expect, test } from 'vitest'
import { readXlsx } from './index.ts'
import { refusalOf, rowsOf, textsOf, workbookOf } from './made-files.ts'
import { xmlEvents } from './xml-events.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

test('phone numbers stored as numbers come back as digits, however the file spells them', async () => {
  const spellings = ['13800138000', '1.3800138E+10', '1.3800138000000001E10', '13800138000.000001', '13800138000.0']
  const rows = spellings.map((value) => `<row><c><v>${value}</v></c></row>`).join('')
  expect(await textsOf(readXlsx(workbookOf({ rows })))).toEqual(spellings.map(() => ['13800138000']))
})

test('numbers have no noise and no exponent', async () => {
  const cases = [
    ['0.30000000000000004', '0.3'],
    ['1E-7', '0.0000001'],
    ['-1.5E-9', '-0.0000000015'],
    ['110101199001011234', '110101199001011234'],
    ['1.10101199001011E+17', '110101199001011000'],
    ['1e21', '1000000000000000000000'],
    ['-0', '0'],
    ['59.5', '59.5'],
  ]
  const rows = cases.map(([value]) => `<row><c><v>${value}</v></c></row>`).join('')
  expect(await textsOf(readXlsx(workbookOf({ rows })))).toEqual(cases.map(([, text]) => [text]))
})

const styles = `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/>
<numFmt numFmtId="165" formatCode="[Red]0.00&quot;day&quot;"/><numFmt numFmtId="166" formatCode="000000"/><numFmt numFmtId="167" formatCode="[h]:mm"/>
<numFmt numFmtId="168" formatCode="[$-804]yyyy/m/d\\ 上午/下午h:mm;@"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="31"/><xf numFmtId="168"/></cellXfs></styleSheet>`

test('number formats decide what is a date', async () => {
  const cell = (style: number, value: string) => `<row><c s="${style}"><v>${value}</v></c></row>`
  const rows = [
    cell(0, '45000'),
    cell(1, '45000'),
    cell(2, '45000.75'),
    cell(3, '1'),
    cell(3, '59'),
    cell(3, '60'),
    cell(3, '61'),
  ]
  rows.push(
    cell(4, '12.5'),
    cell(5, '123'),
    cell(6, '1.5'),
    cell(7, '36526'),
    cell(8, '45000.5'),
    cell(2, '0.25'),
    cell(1, '-1'),
    cell(2, '45000.999999'),
  )
  const read = await rowsOf(readXlsx(workbookOf({ rows: rows.join(''), styles })))
  expect(read.map((row) => `${row.cells[0]?.kind} ${row.cells[0]?.text}`)).toEqual([
    'number 45000',
    'date 2023-03-15',
    'date 2023-03-15 18:00:00',
    'date 1900-01-01',
    'date 1900-02-28',
    'date 1900-02-29',
    'date 1900-03-01',
    'number 12.5',
    'number 000123',
    'date 36:00:00',
    'date 2000-01-01',
    'date 2023-03-15 12:00:00',
    'date 06:00:00',
    'number -1',
    'date 2023-03-16',
  ])
})

test('workbooks that count from 1904 give the same days', async () => {
  const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="1"/><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const rows = '<row><c s="1"><v>43538</v></c><c s="1"><v>0</v></c></row>'
  expect(await textsOf(readXlsx(workbookOf({ rows, styles, workbook })))).toEqual([['2023-03-15', '1904-01-01']])
})

test('each type of cell keeps its kind; formulas keep their last value', async () => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="e"><v>#N/A</v></c><c r="D1" t="str"><f>A1&amp;"x"</f><v>甲x</v></c>
<c r="E1"><f>1+1</f><v>2</v></c><c r="F1"><f>NOW()</f></c><c r="G1" t="d"><v>2024-05-06T07:08:09Z</v></c><c r="H1" t="inlineStr"><is><r><t>富</t></r><r><t xml:space="preserve"> 文本</t></r><rPh><t>拼音</t></rPh></is></c>
<c r="I1" t="inlineStr"><is><t></t></is></c><c r="J1" t="inlineStr"><is><t>a_x000D_b_x005F_x0041_</t></is></c></row>`
  const shared = `<sst xmlns="${MAIN}"><si><r><rPr><b/></rPr><t xml:space="preserve"> 甲</t></r><r><t>&lt;乙&gt;</t></r><phoneticPr/><rPh sb="0" eb="1"><t>jia</t></rPh></si></sst>`
  const [row] = await rowsOf(readXlsx(workbookOf({ rows, shared })))
  expect(row?.cells).toEqual([
    { kind: 'text', text: ' 甲<乙>' },
    { kind: 'boolean', text: 'TRUE' },
    { kind: 'error', text: '#N/A' },
    { kind: 'formula', text: '甲x' },
    { kind: 'formula', text: '2' },
    { kind: 'formula', text: '' },
    { kind: 'date', text: '2024-05-06 07:08:09' },
    { kind: 'text', text: '富 文本' },
    { kind: 'empty', text: '' },
    { kind: 'text', text: 'a\rb_x0041_' },
  ])
})

test('rows and cells are placed by their references, or by order where these are missing', async () => {
  const rows =
    '<row r="3"><c r="B3"><v>1</v></c><c><v>2</v></c><c r="F3"><v>3</v></c></row><row><c><v>4</v></c></row><row r="9"/><row r="12"><c r="AA12"><v>5</v></c></row>'
  const read = await rowsOf(readXlsx(workbookOf({ rows })))
  expect(read.map((row) => [row.rowNumber, row.cells.length])).toEqual([
    [3, 6],
    [4, 1],
    [12, 27],
  ])
  expect(read[0]?.cells.map((cell) => cell.text)).toEqual(['', '1', '2', '', '', '3'])
})

test('namespace prefixes and merges of the header are understood', async () => {
  const rows = `<?xml version="1.0"?><x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>标题</x:t></x:is></x:c></x:row></x:sheetData>
<x:mergeCells><x:mergeCell ref="A1:C1"/><x:mergeCell ref="A900:B900"/></x:mergeCells></x:worksheet>`
  const reading = readXlsx(workbookOf({ rows }))
  expect(await textsOf(reading)).toEqual([['标题']])
  expect(reading.headerMerges()).toEqual(['A1:C1'])
})

const twoSheets = `<workbook xmlns="${MAIN}" xmlns:q="${OFFICE}"><sheets><sheet name="旧表" sheetId="1" state="veryHidden" q:id="rId1"/><sheet name="外部" sheetId="3" q:id="rId5"/>
<sheet name="名单" sheetId="2" q:id="rId4"/></sheets><definedNames><definedName name="TemplateVersion">"user ""v2"""</definedName></definedNames></workbook>`
const sheet2 = {
  name: 'xl/worksheets/sheet2.xml',
  data: `<worksheet xmlns="${MAIN}"><sheetData><row><c><v>2</v></c></row></sheetData></worksheet>`,
}

test('hidden sheets are reported and never read; links to outside are no sheets', async () => {
  const file = workbookOf({
    rows: '<row><c><v>1</v></c></row>',
    workbook: twoSheets,
    extra: [sheet2, { name: 'xl/externalLinks/externalLink1.xml', data: '<x/>' }],
  })
  const reading = readXlsx(file)
  expect(await reading.info()).toEqual({
    format: 'xlsx',
    encoding: null,
    sheetName: '名单',
    sheetNames: ['名单'],
    hiddenSheets: ['旧表'],
    templateVersion: 'user "v2"',
  })
  expect(await textsOf(reading)).toEqual([['2']])
  expect(await refusalOf(readXlsx(file, { sheetName: '旧表' }))).toBe('noSheet')
  expect(await refusalOf(readXlsx(file, { sheetName: '没有' }))).toBe('noSheet')
})

test('no character is harmed where the bytes of a part are cut, whatever the size of the chunks', async () => {
  const text = '张伟㛃𬭚🎉é—Ω'
  const xml = Buffer.from(`<a>${text}</a>`)
  for (let size = 1; size <= 9; size++) {
    const chunks = async function* () {
      for (let start = 0; start < xml.length; start += size) yield xml.subarray(start, start + size)
    }
    const parts: string[] = []
    const handler = { open() {}, close() {}, text: (part: string) => parts.push(part) }
    for await (const _step of xmlEvents(chunks(), handler));
    expect(parts.join('')).toBe(text)
  }
})

test('Chinese text survives at every offset of the chunks that unpacking gives', async () => {
  const rows = Array.from(
    { length: 4000 },
    (_none, index) => `<row><c t="inlineStr"><is><t>${'x'.repeat(index % 7)}考生张伟${index}㛃𬭚</t></is></c></row>`,
  )
  const read = await textsOf(readXlsx(workbookOf({ rows: rows.join('') })))
  expect(read).toEqual(rows.map((_row, index) => [`${'x'.repeat(index % 7)}考生张伟${index}㛃𬭚`]))
})
