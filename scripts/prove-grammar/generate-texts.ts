import type { LlamaModel, LlamaModule, LlamaSequence } from "./engine.js";

/** So many texts grow side by side, in one batch. */
const SIDE_BY_SIDE = 32;
/** A text that is not at its end by then is thrown away. */
const MOST_TOKENS = 2_000;
/** High, so that all that a grammar allows comes up. */
const TEMPERATURE = 2;

/** What a grammar made the model write. */
export interface Generated {
  texts: readonly string[];
  /** Texts that were cut at their longest, and do not count. */
  cut: number;
}

/** Makes the model write texts under a grammar, each with a seed of its own, from 1 up: the same call, the same texts. */
export class TextGenerator {
  readonly #engine: LlamaModule;
  readonly #model: LlamaModel;
  readonly #sequences: readonly LlamaSequence[];

  private constructor(engine: LlamaModule, model: LlamaModel, sequences: readonly LlamaSequence[]) {
    this.#engine = engine;
    this.#model = model;
    this.#sequences = sequences;
  }

  static async create(engine: LlamaModule, model: LlamaModel): Promise<TextGenerator> {
    const context = await model.createContext({
      contextSize: MOST_TOKENS + 1,
      sequences: SIDE_BY_SIDE,
      batchSize: 2 * SIDE_BY_SIDE,
      // The model is too small to share: with several threads a token takes a hundred times as long.
      threads: 1,
    });
    const sequences = Array.from({ length: SIDE_BY_SIDE }, () => context.getSequence());
    return new TextGenerator(engine, model, sequences);
  }

  /** `count` whole texts; fewer only where most are cut. */
  async generate(grammar: object, count: number): Promise<Generated> {
    const texts: string[] = [];
    let [seed, cut] = [0, 0];
    const work = async (sequence: LlamaSequence) => {
      // Those that are being written count, or the texts that end first would crowd out the long ones.
      while (seed - cut < count && seed < 2 * count) {
        seed++;
        const text = await this.#write(sequence, grammar, seed);
        if (text === undefined) cut++;
        else texts.push(text);
      }
    };
    await Promise.all(this.#sequences.map(work));
    return { texts, cut };
  }

  async #write(sequence: LlamaSequence, grammar: object, seed: number): Promise<string | undefined> {
    const grammarEvaluationState = new this.#engine.LlamaGrammarEvaluationState({ model: this.#model, grammar });
    const options = { temperature: TEMPERATURE, topK: 0, topP: 1, minP: 0, seed, grammarEvaluationState };
    const written: number[] = [];
    await sequence.clearHistory();
    for await (const token of sequence.evaluate([this.#model.tokens.bos], options)) {
      written.push(token);
      if (written.length === MOST_TOKENS) return undefined;
    }
    return this.#model.detokenize(written, true);
  }
}
