import { describe, expect, test } from 'vitest'
import type { ImportField } from '../../../contract/question-import.ts'
import { questionFingerprint } from '../similar-text.ts'
import { type ImportCells, type ImportedQuestion, questionOfRow } from './question-of-row.ts'

const defaults = { type: null, difficulty: 2 as const, score: 200 }

function cellsOf(texts: Partial<Record<ImportField, string>>): ImportCells {
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, { text, kind: 'text' }]))
}

const fire = { type: '单选题', stem: '发生火灾先做什么？', optionA: '报警', optionB: '围观', optionC: '乘电梯', answer: 'A' }

function questionFrom(texts: Partial<Record<ImportField, string>>): ImportedQuestion {
  const outcome = questionOfRow(cellsOf(texts), defaults)
  if ('faults' in outcome) throw new Error(outcome.faults.join('；'))
  return outcome.question
}
function faultsOf(texts: Partial<Record<ImportField, string>>): string[] {
  const outcome = questionOfRow(cellsOf(texts), defaults)
  return 'faults' in outcome ? outcome.faults : []
}

describe('answers as people write them', () => {
  test.each([
    ['A', 'o1'],
    [' b ', 'o2'],
    ['Ｃ', 'o3'],
    ['围观', 'o2'],
  ])('single choice %s', (answer, correct) => {
    expect(questionFrom({ ...fire, answer }).content).toMatchObject({ type: 1, correct })
  })

  test.each(['ABC', 'A,B,C', 'A、B、C', 'ａ；ｃ；ｂ', 'C B A', 'A|B|C'])('multiple choice %s', (answer) => {
    const { content } = questionFrom({ ...fire, type: '多选', answer })
    expect(content).toMatchObject({ type: 2, correct: ['o1', 'o2', 'o3'] })
  })

  test('options that speak of others keep their places', () => {
    const fixed = (options: Partial<Record<ImportField, string>>) => {
      const { content } = questionFrom({ ...fire, ...options })
      return content.type === 1 ? content.options.map((option) => option.fixed) : []
    }
    expect(fixed({ optionC: '以上都对' })).toEqual([false, false, true])
    // Before the end it needs those above it above it.
    expect(fixed({ optionB: '以上都对' })).toEqual([true, true, true])
    expect(fixed({ optionC: 'A和B都对' })).toEqual([true, true, true])
  })

  test.each([
    ['正确', 'true'],
    ['√', 'true'],
    ['对。', 'true'],
    ['TRUE', 'true'],
    ['A', 'true'],
    ['错误', 'false'],
    ['×', 'false'],
    ['否', 'false'],
    ['Ｆ', 'false'],
  ])('judgement %s', (answer, correct) => {
    expect(questionFrom({ type: '判断题', stem: '水能灭油火', answer }).content).toMatchObject({ type: 3, correct })
  })

  test('blanks take their places in the stem', () => {
    expect(
      questionFrom({ type: '填空', stem: '火警电话是____，急救电话是____。', answer: '119|火警119；120' }).content,
    ).toMatchObject({
      stem: '火警电话是{{b1}}，急救电话是{{b2}}。',
      blanks: [
        { id: 'b1', match: 'exact', alternatives: [{ text: '119' }, { text: '火警119' }] },
        { id: 'b2', alternatives: [{ text: '120' }] },
      ],
      unorderedGroups: [],
    })
  })

  test.each([
    ['火警电话是（　）', '火警电话是{{b1}}'],
    ['火警（全国统一）电话是{{}}', '火警（全国统一）电话是{{b1}}'],
    ['火警电话（请写数字）是多少', '火警电话（请写数字）是多少'],
    ['填（ ）和（ ）', '填（ ）和（ ）'],
  ])('blanks of %s', (stem, placed) => {
    expect(questionFrom({ type: '填空题', stem, answer: '119' }).content.stem).toBe(placed)
  })

  test('a number with its tolerance, blanks in any order, blanks parted by bars', () => {
    expect(questionFrom({ type: '填空题', stem: '圆周率____', answer: '数值:3.14±0.01' }).content).toMatchObject({
      blanks: [{ match: 'numeric', tolerance: { absolute: 0.01, relative: 0 } }],
    })
    expect(questionFrom({ type: '填空题', stem: '约____', answer: '数值：100±5%' }).content).toMatchObject({
      blanks: [{ tolerance: { absolute: 0, relative: 0.05 } }],
    })
    expect(
      questionFrom({ type: '填空题', stem: '三要素____、____、____', answer: '不分顺序:可燃物|||助燃物；氧气|||点火源' }).content,
    ).toMatchObject({
      blanks: [{}, { alternatives: [{ text: '助燃物；氧气' }] }, {}],
      unorderedGroups: [['b1', 'b2', 'b3']],
    })
  })

  test('short answers with their key points', () => {
    const answer = '【40%】立即报警\n[60%] 组织疏散\n注意自身安全'
    expect(questionFrom({ type: '简答题', stem: '怎么办', answer }).content).toMatchObject({
      keyPoints: [
        { text: '立即报警', scoreShare: 0.4 },
        { text: '组织疏散', scoreShare: 0.6 },
      ],
      referenceAnswer: '立即报警<br>组织疏散<br>注意自身安全',
    })
  })

  test('gaps', () => {
    const texts = { type: '下拉题', stem: '先____再____', optionA: '报警', optionB: '疏散', optionC: '围观', answer: 'A；B' }
    expect(questionFrom(texts).content).toMatchObject({ stem: '先{{g1}}再{{g2}}', correct: { g1: 'o1', g2: 'o2' } })
  })
})

describe('what else a row says', () => {
  test('everything together', () => {
    const { content, ...facts } = questionFrom({
      ...fire,
      ...{
        idNumber: 'F-1',
        title: '火灾',
        analysis: '先报警\n再疏散',
        course: '安全',
        knowledgePoints: '火灾；报警',
        tags: '必考,新',
      },
      ...{ difficulty: '难', score: '2.5分', shuffleOptions: '否' },
    })
    expect(facts).toEqual({
      ...{ idNumber: 'F-1', title: '火灾', course: '安全', tags: ['必考', '新'], knowledgePoints: ['火灾', '报警'] },
      ...{ difficulty: 3, defaultScoreHundredths: 250, rule: { type: 1, mode: 'exact', negative: null } },
    })
    expect(content).toMatchObject({ analysis: '先报警<br>再疏散', options: [{ fixed: true }, { fixed: true }, { fixed: true }] })
  })

  test.each([
    ['', 'A', 1],
    ['', 'AB', 2],
  ])('without a type it follows from the answer', (type, answer, expected) => {
    expect(questionFrom({ ...fire, type, answer }).content.type).toBe(expected)
  })
  test.each([
    ['水能灭油火', '错误', 3],
    ['火警电话是____', '119', 4],
    ['简述疏散要点', '先报警', 6],
  ])('without options too: %s', (stem, answer, expected) => {
    expect(questionFrom({ stem, answer }).content.type).toBe(expected)
  })

  test.each([
    ['少选得固定分:1', { mode: 'fixedPartial', partialHundredths: 100 }],
    ['少选得部分分', { mode: 'perOption', eachHundredths: null }],
    ['按比例得分', { mode: 'proportional' }],
    ['按选项权重', { mode: 'weighted', fractions: { o1: 0.5, o2: 0.5, o3: -0.5 } }],
  ])('scoring by %s', (scoringMode, rule) => {
    expect(questionFrom({ ...fire, type: '多选题', answer: 'AB', scoringMode }).rule).toMatchObject(rule)
  })

  test('letters before the options are taken off, markup is only words', () => {
    const { content } = questionFrom({
      ...fire,
      optionA: 'A. 报警',
      optionB: 'B、<script>alert(1)</script>',
      optionC: 'C：a & b',
    })
    expect(content).toMatchObject({
      options: [{ html: '报警' }, { html: '&lt;script&gt;alert(1)&lt;/script&gt;' }, { html: 'a &amp; b' }],
    })
    expect(questionFingerprint(questionFrom(fire).content)).toHaveLength(32)
  })
})

describe('what is wrong with a row, all at once', () => {
  test.each<[string, Partial<Record<ImportField, string>>, string[]]>([
    ['nothing there', { type: '单选题' }, ['正确答案不能为空', '题干不能为空', '至少需要 2 个选项']],
    ['a letter beyond the options', { ...fire, answer: 'D' }, ['正确答案 D 不在选项中']],
    ['two answers for one', { ...fire, answer: 'AB' }, ['单选题只能有一个正确答案，现在是 AB']],
    ['a letter twice', { ...fire, type: '多选题', answer: 'AAB' }, ['正确答案“AAB”中有重复的字母']],
    ['no letter', { ...fire, answer: '不知道' }, ['正确答案“不知道”无法识别，请填写选项字母，例如 A 或 ABD']],
    ['a hole', { ...fire, optionB: '' }, ['选项B为空，但后面还有选项', '第 2 个选项内容不能为空']],
    ['two options alike', { ...fire, optionB: '报警' }, ['第 2 个选项与第 1 个选项重复']],
    [
      'an unknown type',
      { ...fire, type: '看图题' },
      ['题型“看图题”无法识别，可用的题型：单选题、多选题、判断题、填空题、问答题、下拉题'],
    ],
    ['code', { ...fire, type: '编程题' }, ['编程题的自动判题尚未开放，不能导入']],
    ['a stimulus', { ...fire, type: '材料题' }, ['题型：暂不支持材料题，请把材料写进每道小题的题干，分别导入']],
    ['a judgement of letters', { type: '判断题', stem: '题', answer: 'C' }, ['正确答案“C”无法识别，判断题请填写 正确 或 错误']],
    ['too few answers', { type: '填空题', stem: '____和____', answer: '119' }, ['题干中有 2 个空，但正确答案有 1 个']],
    ['an empty answer between', { type: '填空题', stem: '____和____', answer: '119；' }, ['正确答案的第 2 空为空']],
    ['a number in words', { type: '填空题', stem: '____', answer: '数值:很多' }, ['正确答案：第 1 空的第 1 个答案不是数值']],
    [
      'points above the whole',
      { type: '问答题', stem: '题', answer: '【80%】甲\n【40%】乙' },
      ['正确答案：得分点分值之和超过题目分值'],
    ],
    [
      'several things',
      {
        ...fire,
        answer: 'E',
        difficulty: '地狱',
        score: '一百',
        shuffleOptions: '也许',
        scoringMode: '看心情',
        parentIdNumber: 'P1',
      },
      [
        '难度“地狱”无法识别，请填写 简单、中等 或 困难',
        '分值“一百”应为 0 到 1000 的数字',
        '父题标识：暂不支持材料题的子题，请清空父题标识，并把材料写进题干',
        '允许选项随机“也许”无法识别，请填写 是 或 否',
        '正确答案 E 不在选项中',
        '评分方式“看心情”不适用于单选题',
      ],
    ],
    ['a mode of another type', { ...fire, scoringMode: '按比例得分' }, ['评分方式“按比例得分”不适用于单选题']],
    ['a long id number', { ...fire, idNumber: 'x'.repeat(61) }, ['题目标识不超过 60 个字符']],
  ])('%s', (_, texts, faults) => {
    expect(faultsOf(texts)).toEqual(faults)
  })

  test('formulas and broken values', () => {
    const cells = { ...cellsOf(fire), stem: { text: '3', kind: 'formula' }, optionA: { text: '#REF!', kind: 'error' } }
    expect(questionOfRow(cells, defaults)).toEqual({
      faults: ['题干：单元格含有公式，请改为文字', '选项A：单元格的值有错误（#REF!）'],
    })
  })
})
