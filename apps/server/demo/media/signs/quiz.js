const questions = [
  ['红色圆形、带斜杠的标志表示什么？', ['禁止', '警告', '指令', '提示'], 0],
  ['“必须戴安全帽”属于哪一类标志？', ['提示', '指令', '警告', '禁止'], 1],
  ['黄色三角形的标志提醒您什么？', ['设施的方向', '必须做的事', '可能的危险', '可以通行'], 2],
  ['绿色方形的“安全出口”属于哪一类标志？', ['警告', '禁止', '指令', '提示'], 3],
]
const page = document.querySelector('main')
const form = document.createElement('form')

form.innerHTML = questions
  .map(
    ([text, options], number) =>
      `<fieldset><legend>${number + 1}. ${text}</legend>${options
        .map((option, at) => `<label><input type="radio" name="q${number}" value="${at}"> ${option}</label>`)
        .join('')}</fieldset>`,
  )
  .join('')
form.insertAdjacentHTML('beforeend', '<button class="main">提交</button><p role="status"></p>')
page.innerHTML = '<h1>安全标志小测验</h1><p>共 4 题，答对 3 题为合格，可以多次作答。</p>'
page.append(form)

const kept = scorm.get('cmi.suspend_data')
for (const [number, value] of kept.split(',').entries())
  form.querySelector(`[name=q${number}][value="${value}"]`)?.setAttribute('checked', '')

form.onchange = () => {
  const given = new FormData(form)
  scorm.set({ 'cmi.suspend_data': questions.map((_, number) => given.get(`q${number}`) ?? '').join(',') })
}

form.onsubmit = (event) => {
  event.preventDefault()
  const given = new FormData(form)
  const isWhole = questions.every((_, number) => given.has(`q${number}`))
  const right = questions.filter(([, , key], number) => Number(given.get(`q${number}`)) === key && given.has(`q${number}`)).length
  const status = form.querySelector('[role=status]')
  if (!isWhole) {
    status.textContent = '还有题目没有作答。'
    return
  }
  const score = right * 25
  scorm.set({ 'cmi.core.score.min': 0, 'cmi.core.score.max': 100, 'cmi.core.score.raw': score })
  scorm.set({ 'cmi.core.lesson_status': score >= 75 ? 'passed' : 'failed' })
  status.textContent = score >= 75 ? `得分 ${score}，合格。` : `得分 ${score}，未达到 75 分，请再看一遍标志后重新作答。`
}
