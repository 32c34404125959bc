import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenService } from '../app.ts';
import { openNodeService } from '../runtime/node/node-service.ts';

const responseSchema = z.object({ results: z.array(z.object({ custom_id: z.string() })) });

/** For each language, a passage about a library, one about a mill and one about fishing boats. */
const passages: Readonly<Record<string, readonly [string, string, string]>> = {
  Korean: [
    '시립 도서관에서 오래된 지도를 빌릴 수 있습니다. 책은 이 주 동안 볼 수 있습니다. 월요일에는 문을 닫습니다.',
    '풍차는 언덕 위에 서 있습니다. 주인은 바람이 부는 날 밀을 빻습니다. 밀가루는 시장에서 팔립니다.',
    '항구에는 작은 배가 많습니다. 어부들은 새벽에 바다로 나갑니다. 저녁에는 물고기를 나눕니다.',
  ],
  Thai: [
    'ห้องสมุดของเมืองมีแผนที่เก่าให้ยืม ผู้อ่านยืมหนังสือได้สองสัปดาห์ วันจันทร์ปิดทำการ',
    'กังหันลมตั้งอยู่บนเนินเขา เจ้าของโม่ข้าวสาลีในวันที่ลมแรง แล้วนำแป้งไปขายที่ตลาด',
    'ท่าเรือมีเรือเล็กหลายลำ ชาวประมงออกทะเลตอนเช้ามืด ตอนเย็นพวกเขาแบ่งปลากัน',
  ],
  Japanese: [
    '市立図書館では古い地図を借りることができます。本は二週間まで借りられます。月曜日は休みです。',
    '風車は丘の上に立っています。主人は風の強い日に小麦をひきます。粉は市場で売られます。',
    '港には小さな船がたくさんあります。漁師は夜明けに海へ出ます。夕方には魚を分けます。',
  ],
  Chinese: [
    '市图书馆可以借阅旧地图。读者最多可以借两个星期。星期一闭馆。',
    '风车立在山坡上。主人在有风的日子磨小麦。面粉在集市上出售。',
    '港口里有许多小船。渔民天亮前出海。傍晚他们分鱼。',
  ],
  Arabic: [
    'تعير مكتبة المدينة خرائط قديمة. يحتفظ القراء بالكتب أسبوعين. وتغلق أبوابها يوم الاثنين.',
    'تقف الطاحونة على التل. يطحن صاحبها القمح في الأيام العاصفة. ثم يباع الدقيق في السوق.',
    'في الميناء قوارب صغيرة كثيرة. يخرج الصيادون إلى البحر عند الفجر. وفي المساء يقتسمون السمك.',
  ],
  Russian: [
    'Городская библиотека выдаёт старые карты. Читатели держат книги две недели. В понедельник она закрыта.',
    'Ветряная мельница стоит на холме. Хозяин мелет пшеницу в ветреные дни. Муку продают на рынке.',
    'В гавани много маленьких лодок. Рыбаки выходят в море на рассвете. Вечером они делят рыбу.',
  ],
  French: [
    'La bibliothèque de la ville prête de vieilles cartes. Les lecteurs gardent un livre deux semaines. Elle est fermée le lundi.',
    'Le moulin à vent se dresse sur la colline. Le meunier moud le blé quand il y a du vent. La farine est vendue au marché.',
    'Dans le port il y a beaucoup de petits bateaux. Les pêcheurs sortent en mer à l’aube. Le soir ils partagent le poisson.',
  ],
  Spanish: [
    'La biblioteca de la ciudad presta mapas antiguos. Los lectores guardan un libro dos semanas. Cierra los lunes.',
    'El molino de viento está en la colina. El dueño muele el trigo los días de viento. La harina se vende en el mercado.',
    'En el puerto hay muchos barcos pequeños. Los pescadores salen al mar al alba. Por la tarde reparten el pescado.',
  ],
  Portuguese: [
    'A biblioteca da cidade empresta mapas antigos. Os leitores ficam com um livro duas semanas. Fecha à segunda-feira.',
    'O moinho de vento fica na colina. O dono mói o trigo nos dias de vento. A farinha é vendida no mercado.',
    'No porto há muitos barcos pequenos. Os pescadores saem para o mar de madrugada. À tarde repartem o peixe.',
  ],
  Italian: [
    'La biblioteca della città presta mappe antiche. I lettori tengono un libro due settimane. È chiusa il lunedì.',
    'Il mulino a vento sta sulla collina. Il mugnaio macina il grano nei giorni di vento. La farina si vende al mercato.',
    'Nel porto ci sono molti battelli piccoli. I pescatori escono in mare all’alba. La sera dividono il pesce.',
  ],
  Dutch: [
    'De bibliotheek van de stad leent oude kaarten uit. Lezers houden een boek twee weken. Op maandag is zij gesloten.',
    'De molen staat op de heuvel. De molenaar maalt tarwe als het waait. Het meel gaat naar de markt.',
    'In de haven liggen veel kleine schepen. De vissers varen uit als het licht wordt. De vangst verdelen zij samen.',
  ],
  Swedish: [
    'Stadens bibliotek lånar ut gamla kartor. Läsarna behåller en roman i två veckor. På måndagar är det stängt.',
    'Kvarnen står på kullen. Mjölnaren maler vete när det blåser. Mjölet säljs på torget.',
    'I hamnen ligger många små båtar. Fiskarna far ut på havet i gryningen. Om kvällen delar de fångsten.',
  ],
  Danish: [
    'Byens bibliotek låner gamle kort ud. Læserne beholder en roman i to uger. Om mandagen er der lukket.',
    'Møllen står på bakken. Mølleren maler hvede, når det blæser. Melet sælges på torvet.',
    'I havnen ligger mange små både. Fiskerne sejler ud ved daggry. Om aftenen deler de fangsten.',
  ],
  Polish: [
    'Biblioteka miejska wypożycza stare mapy. Czytelnicy trzymają książki dwa tygodnie. W poniedziałek jest zamknięta.',
    'Wiatrak stoi na wzgórzu. Młynarz miele pszenicę w wietrzne dni. Mąkę sprzedaje się na targu.',
    'W porcie jest wiele małych łodzi. Rybacy wypływają w morze o świcie. Wieczorem dzielą się zdobyczą.',
  ],
  German: [
    'Die Bibliothek der Stadt verleiht alte Karten. Wer liest, behält einen Band zwei Wochen. Montags ist sie geschlossen.',
    'Die Mühle steht auf dem Hügel. Der Müller mahlt Weizen, wenn es windig ist. Das Mehl kommt auf den Markt.',
    'Im Hafen liegen viele kleine Boote. Die Fischer fahren vor Tag aufs Meer. Abends teilen sie den Fang.',
  ],
};

/** One service for each language. */
const services = new Map<string, OpenService>();

async function ask(
  service: OpenService | undefined,
  path: string,
  body: unknown,
): Promise<unknown> {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  });
  const response = await service?.fetch(request);
  const said: unknown = await response?.json();
  if (response?.ok !== true) throw new Error(`${path}: ${JSON.stringify(said)}`);
  return said;
}

async function found(language: string, q: string): Promise<string[]> {
  const response = z.parse(responseSchema, await ask(services.get(language), '/v1/search', { q }));
  return response.results.map(({ custom_id }) => custom_id);
}

beforeAll(async () => {
  for (const [language, texts] of Object.entries(passages)) {
    const service = await openNodeService({ file: ':memory:', ownerToken: 'owner' });
    services.set(language, service);
    await ask(service, '/owner/containers', { name: language });
    for (const [index, content] of texts.entries())
      await ask(service, '/v1/documents', { custom_id: `${language} ${index}`, content });
    await service.idle();
  }
});

afterAll(async () => {
  for (const service of services.values()) await service.close();
});

describe('a search', () => {
  it.each([
    ['Korean 0', '도서관', '도서관은 언제 문을 닫나요?', '책을 어디에서 빌리나요?'],
    ['Korean 1', '풍차', '풍차가 어디에 있나요?'],
    ['Thai 0', 'ห้องสมุด', 'ยืมหนังสือได้ที่ไหน'],
    ['Thai 2', 'ชาวประมง', 'ชาวประมงออกทะเลเมื่อไร'],
    ['Japanese 0', '図書館', '古い地図はどこで借りられますか', '本は何週間まで?'],
    ['Japanese 2', '漁師はいつ海に出ますか', '魚を誰が?'],
    ['Chinese 1', '小麦是在哪里磨的?', '面粉在哪儿卖'],
    ['Arabic 0', 'أين توجد الخرائط القديمة؟', 'المكتبة', 'والمكتبة'],
    ['Arabic 2', 'متى يخرج الصياد إلى البحر؟'],
    ['Russian 0', 'где взять старую карту?', 'в библиотеке', 'книга'],
    ['Russian 1', 'кто мелет муку на мельнице?', 'мельниц'],
    ['French 0', 'Où peut-on emprunter des livres ?', 'bibliotheques'],
    ['French 2', 'À quelle heure le pêcheur sort-il en mer ?', 'bateau'],
    ['Spanish 0', '¿Dónde prestan libros?', 'mapa antiguo'],
    ['Spanish 2', '¿Cuándo sale el pescador?', 'barco pequeño'],
    ['Portuguese 0', 'Onde emprestam livros nas cidades?', 'o leitor'],
    ['Portuguese 2', 'Quando sai o pescador?', 'barco'],
    ['Italian 0', 'Dove si prestano i libri?', 'mappa antica'],
    ['Italian 1', 'Che cosa macinano i mulini?', 'mulini'],
    ['Dutch 0', 'Waar kan ik boeken lenen?', 'kaart'],
    ['Dutch 1', 'Hoe werken de molens?', 'heuvels'],
    ['Swedish 0', 'Hur länge behåller man en roman?', 'biblioteken'],
    ['Swedish 1', 'Vad gör kvarnarna?', 'kvarn'],
    ['Danish 1', 'Hvem maler hvede på møllen?', 'bakke'],
    ['Polish 0', 'Gdzie wypożyczyć starą mapę?', 'książka', 'bibliotekę'],
    ['Polish 1', 'Co robią wiatraki na wzgórzach?', 'wietrzny dzień'],
    ['German 0', 'Wo kann man eine alte Karte leihen?', 'Bibliotheken'],
    ['German 1', 'Was wird in den Mühlen gemahlen?', 'die Mühlen'],
  ])('finds %s first', async (wanted, ...queries) => {
    for (const q of queries) {
      const [first] = await found(wanted.split(' ')[0] ?? '', q);

      expect(`${q}: ${first}`).toBe(`${q}: ${wanted}`);
    }
  });

  it.each([
    ['Korean', '어디에 있습니까'],
    ['Japanese', 'ですか'],
    ['Chinese', '在有'],
    ['Thai', 'ให้'],
    ['Arabic', 'من في'],
    ['Russian', 'что на'],
    ['French', 'les des du'],
    ['Spanish', 'el de la'],
    ['Portuguese', 'o que há no'],
    ['Italian', 'che il della'],
    ['Dutch', 'wat is de'],
    ['Swedish', 'vad är det'],
    ['Polish', 'co jest na'],
    ['German', 'was ist die'],
  ])('finds something for a query of only stop words in %s', async (language, q) => {
    const all = await found(language, q);

    expect(all).not.toEqual([]);
  });
});
